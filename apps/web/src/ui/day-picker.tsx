import { DayPicker, type PropsBase, type PropsSingleRequired } from 'react-day-picker';
import { DayPicker as BuddhistDayPicker } from 'react-day-picker/buddhist';

/** Noon of a local day: midnight does not exist on some days of daylight saving time. */
export function toDate(day: string): Date | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date, 12);
}

interface MonthPickerProps
  extends
    Omit<PropsBase, 'mode' | 'required' | 'locale' | 'numerals'>,
    Omit<PropsSingleRequired, 'mode' | 'required'> {
  readonly language: 'en' | 'th';
}

/** The days of a month as a grid; Thai shows the Buddhist era. */
export function MonthPicker({ language, ...props }: MonthPickerProps) {
  const Picker = language === 'th' ? BuddhistDayPicker : DayPicker;
  return <Picker mode="single" required numerals="latn" {...props} />;
}
