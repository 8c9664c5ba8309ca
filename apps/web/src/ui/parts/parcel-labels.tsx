import './print-sheet.css';
import './parcel-labels.css';

export interface ParcelLabel {
  readonly key: string;
  /** The name, the address and the phone number of the sender. */
  readonly from: readonly string[];
  /** Whom it goes to, the lines of the address and the phone number. */
  readonly name: string;
  readonly lines: readonly string[];
  readonly phone: string | null;
  /** The language of the lines. */
  readonly lang: string;
  /** Such as express, in large letters. */
  readonly service: string;
  /** The number of the order, and what the parcel weighs. */
  readonly foot: readonly string[];
}

export interface ParcelLabelsProps {
  readonly fromLabel: string;
  readonly toLabel: string;
  readonly phoneLabel: string;
  readonly labels: readonly ParcelLabel[];
}

/** Labels of parcels, a page of 10 × 15 cm each; in print only, and in black, as label printers have no grey. */
export function ParcelLabels(props: ParcelLabelsProps) {
  const { fromLabel, toLabel, phoneLabel, labels } = props;
  return (
    <div className="print-sheet parcel-labels">
      {labels.map(
        ({ key, from: [sender = '', ...address], name, lines, phone, lang, service, foot }) => (
          <article key={key} className="parcel-label flex flex-col">
            <div className="flex items-start justify-between gap-4 border-b-2 pb-[3mm] text-[8.5pt] leading-snug">
              <div className="min-w-0" lang={lang}>
                <p>{fromLabel}</p>
                <p className="font-strong">{sender}</p>
                {address.map((line) => (
                  <p key={line} className="whitespace-pre-line">
                    {line}
                  </p>
                ))}
              </div>
              <p className="border-2 px-[2mm] py-[1mm] text-[11pt] font-strong whitespace-nowrap">
                {service}
              </p>
            </div>
            <div className="min-h-0 flex-1 py-[4mm]" lang={lang}>
              <p className="text-[9pt]">{toLabel}</p>
              <p className="text-[17pt] leading-snug font-strong wrap-anywhere">{name}</p>
              {phone !== null && (
                <p className="num text-[13pt]">
                  {phoneLabel} {phone}
                </p>
              )}
              <div className="mt-[3mm] text-[14pt] leading-normal">
                {lines.map((line, index) => (
                  <p
                    key={index}
                    className={`wrap-anywhere ${index === lines.length - 1 ? 'text-[17pt] font-strong' : ''}`}
                  >
                    {line}
                  </p>
                ))}
              </div>
            </div>
            <p className="num flex justify-between border-t-2 pt-[3mm] text-[12pt] font-strong">
              {foot.map((part) => (
                <span key={part}>{part}</span>
              ))}
            </p>
          </article>
        ),
      )}
    </div>
  );
}
