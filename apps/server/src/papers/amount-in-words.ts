import thaiBahtText from 'thai-baht-text';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales = ['', ' thousand', ' million', ' billion'];

function belowHundred(number: number): string {
  if (number < 20) return small[number] ?? '';
  const ten = tens[Math.floor(number / 10) - 2] ?? '';
  return number % 10 === 0 ? ten : `${ten}-${small[number % 10] ?? ''}`;
}

function belowThousand(number: number): string {
  const hundred = `${small[Math.floor(number / 100)] ?? ''} hundred`;
  if (number < 100) return belowHundred(number);
  return number % 100 === 0 ? hundred : `${hundred} and ${belowHundred(number % 100)}`;
}

function wholeNumber(number: number): string {
  const groups: string[] = [];
  for (let rest = number, scale = 0; rest > 0; rest = Math.floor(rest / 1000), scale += 1) {
    const group = rest % 1000;
    if (group > 0) groups.unshift(`${belowThousand(group)}${scales[scale] ?? ''}`);
  }
  const needsAnd = number > 1000 && number % 1000 > 0 && number % 1000 < 100;
  return needsAnd
    ? `${groups.slice(0, -1).join(' ')} and ${groups.at(-1) ?? ''}`
    : groups.join(' ');
}

/** Splits an amount that can be written in words. */
function bahtAndSatang(satang: number): readonly [baht: number, satang: number] {
  // A thousand million baht is the largest price; the names of numbers are known up to a billion billions less one.
  if (!Number.isSafeInteger(satang) || satang < 0 || satang >= 1e14)
    throw new RangeError(`no words for ${String(satang)} satang`);
  return [Math.floor(satang / 100), satang % 100];
}

/** An amount of satang in Thai words: `หกพันสองร้อยเก้าสิบบาทถ้วน`. */
export function amountInThai(satang: number): string {
  const [baht, rest] = bahtAndSatang(satang);
  // The package has no word for nothing. As text, because it cuts the decimals of a binary fraction.
  return satang === 0
    ? 'ศูนย์บาทถ้วน'
    : thaiBahtText(`${String(baht)}.${String(rest).padStart(2, '0')}`);
}

/** An amount of satang in English words: `Six thousand two hundred and ninety baht only`. */
export function amountInEnglish(satang: number): string {
  const [baht, rest] = bahtAndSatang(satang);
  const parts = [
    ...(baht > 0 || rest === 0 ? [`${baht === 0 ? 'zero' : wholeNumber(baht)} baht`] : []),
    ...(rest > 0 ? [`${wholeNumber(rest)} satang`] : []),
  ];
  const text = `${parts.join(' and ')}${rest === 0 ? ' only' : ''}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
