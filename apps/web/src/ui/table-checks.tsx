import type { ChangeEvent, MouseEvent } from 'react';
import { rowCheck } from './row-action.ts';

/** The check boxes of a table's rows. */
export interface RowChecks<Row> {
  readonly isChecked: (row: Row) => boolean;
  /** @param isRange whether Shift was held: also the rows since the last box */
  readonly toggle: (row: Row, isRange: boolean) => void;
  /** Changes the boxes of all rows on screen. */
  readonly togglePage: () => void;
  /** The accessible name of a row's box. */
  readonly labelOf: (row: Row) => string;
  /** The accessible name of the box in the head. */
  readonly pageLabel: string;
}

interface CheckBoxProps {
  readonly label: string;
  readonly checked: boolean;
  /** Some of the rows it stands for are checked. */
  readonly mixed?: boolean;
  readonly onToggle: (isRange: boolean) => void;
}

/** A native check box whose whole cell may be pressed. */
function CheckBox({ label, checked, mixed = false, onToggle, ...rest }: CheckBoxProps) {
  function change({ nativeEvent }: ChangeEvent) {
    onToggle(nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey);
  }
  function press(event: MouseEvent<HTMLInputElement>) {
    if (!event.shiftKey) return;
    // It would select the text of the rows.
    event.preventDefault();
    event.currentTarget.focus();
  }
  return (
    <label className="absolute inset-0 grid cursor-pointer place-items-center select-none">
      <input
        {...rest}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={change}
        onMouseDown={press}
        className="size-4.5 cursor-pointer accent-teal"
      />
    </label>
  );
}

/** The box of a row. */
export function RowCheckBox<Row>({
  checks,
  row,
}: {
  readonly checks: RowChecks<Row>;
  readonly row: Row;
}) {
  return (
    <CheckBox
      {...rowCheck}
      label={checks.labelOf(row)}
      checked={checks.isChecked(row)}
      onToggle={(isRange) => checks.toggle(row, isRange)}
    />
  );
}

/** The box for all rows on screen. */
export function PageCheckBox<Row>({
  checks,
  rows,
}: {
  readonly checks: RowChecks<Row>;
  readonly rows: readonly Row[];
}) {
  const count = rows.filter((row) => checks.isChecked(row)).length;
  return (
    <CheckBox
      label={checks.pageLabel}
      checked={count > 0 && count === rows.length}
      mixed={count > 0 && count < rows.length}
      onToggle={checks.togglePage}
    />
  );
}
