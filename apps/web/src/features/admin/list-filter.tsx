import { useTranslation } from 'react-i18next';
import { Segments } from '#ui/segments.tsx';

const all = 'all';

export interface ListFilterProps<Filter extends string> {
  /** What the list is narrowed by. */
  readonly label: string;
  readonly choices: readonly { readonly value: Filter; readonly text: string }[];
  /** Undefined while all is shown. */
  readonly chosen: Filter | undefined;
  readonly onChoose: (filter: Filter | undefined) => void;
}

/** Narrows a list to one kind, or shows all of it. */
export function ListFilter<Filter extends string>(props: ListFilterProps<Filter>) {
  const { t } = useTranslation();
  const { label, choices, chosen, onChoose } = props;
  return (
    <Segments<Filter | typeof all>
      label={label}
      choices={[{ value: all, text: t('desk.all') }, ...choices]}
      chosen={chosen ?? all}
      onChoose={(value) => onChoose(choices.find((choice) => choice.value === value)?.value)}
    />
  );
}
