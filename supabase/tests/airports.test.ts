import { readFile } from 'node:fs/promises';
import { airportCodes, searchAirports } from '@bkksiam/domain/airports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/test-database.ts';

interface Airport extends Record<string, string> {
  readonly code: string;
  readonly country: string;
  readonly city_en: string;
  readonly city_th: string;
  readonly name_en: string;
  readonly name_th: string;
  readonly time_zone: string;
  readonly other_names: string;
}

interface Airline extends Record<string, string> {
  readonly code: string;
  readonly name_en: string;
  readonly name_th: string;
}

let db: TestDatabase;
let airports: readonly Airport[];
let airlines: readonly Airline[];

beforeAll(async () => {
  db = await createTestDatabase();
  airports = await db.sql<Airport>('select * from bkk_airports order by code');
  airlines = await db.sql<Airline>('select * from bkk_airlines order by code');
});

afterAll(() => db.drop());

const languages = ['en', 'th'] as const;

/** How a text shows an airport: its city, and its own name if it has one. */
const label = (airport: Airport, language: 'en' | 'th') =>
  [...new Set([airport[`city_${language}`], airport[`name_${language}`]])].join(' ');

const repeated = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

const moments = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];

describe('airports', () => {
  test('are 153, 32 of them in Thailand', () => {
    expect(airports).toHaveLength(153);
    expect(airports.filter(({ country }) => country === 'TH')).toHaveLength(32);
  });

  test('have a time zone that PostgreSQL and ICU know, with the same local times', async () => {
    const found = await db.sql(
      `select code, array(
          select to_char(moment::timestamptz at time zone zone.name, 'YYYY-MM-DD HH24:MI:SS')
          from unnest($1::text[]) as moment) as times
        from bkk_airports left join pg_timezone_names as zone on zone.name = time_zone order by code`,
      [moments],
    );
    const times = (timeZone: string) =>
      moments.map((moment) => new Date(moment).toLocaleString('sv-SE', { timeZone }));
    expect(found).toEqual(
      airports.map(({ code, time_zone }) => ({ code, times: times(time_zone) })),
    );
  });

  test.each([
    ['KTI', 'Asia/Phnom_Penh'],
    ['SAI', 'Asia/Phnom_Penh'],
    ['URC', 'Asia/Shanghai'],
    ['DPS', 'Asia/Makassar'],
    ['CGK', 'Asia/Jakarta'],
    ['BNE', 'Australia/Brisbane'],
    ['PER', 'Australia/Perth'],
  ])('%s is in %s', (code, timeZone) => {
    expect(airports.find((airport) => airport.code === code)?.time_zone).toBe(timeZone);
  });

  test('are in countries that ICU names', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect(airports.filter(({ country }) => names.of(country) === undefined)).toEqual([]);
  });

  test('have Thai texts in Thai letters, but for KLIA, and English ones without', () => {
    const thai = airports.flatMap(({ city_th, name_th }) => [city_th, name_th]);
    expect(thai.filter((text) => !/^[\u0E00-\u0E7F -]+$/.test(text))).toEqual(['KLIA']);
    const english = airports.flatMap(({ city_en, name_en }) => [city_en, name_en]);
    expect(english.filter((text) => !/^[\p{Script=Latin}' -]+$/u.test(text))).toEqual([]);
  });

  test('of one city have the same city in both languages', () => {
    const cities = new Set(airports.map(({ city_en, city_th }) => `${city_en} ${city_th}`));
    expect(new Set(airports.map(({ city_en }) => city_en)).size).toBe(cities.size);
    expect(new Set(airports.map(({ city_th }) => city_th)).size).toBe(cities.size);
  });

  test('have a name of their own in both languages or in neither', () => {
    const own = (airport: Airport, language: 'en' | 'th') =>
      airport[`name_${language}`] !== airport[`city_${language}`];
    expect(airports.filter((airport) => own(airport, 'en') !== own(airport, 'th'))).toEqual([]);
  });

  test.each(languages)('have different labels (%s)', (language) => {
    expect(repeated(airports.map((airport) => label(airport, language)))).toEqual([]);
  });

  test.each(languages)('of the search form are written the same there (%s)', async (language) => {
    const path = `../../apps/web/public/locales/${language}/common.json`;
    const text = await readFile(new URL(path, import.meta.url), 'utf8');
    const { airport: shown } = JSON.parse(text) as { airport: Record<string, string> };
    for (const code of airportCodes) {
      const airport = airports.find((one) => one.code === code);
      const texts = airport && [airport[`city_${language}`], label(airport, language)];
      expect([code, texts]).toEqual([code, expect.arrayContaining([shown[code]])]);
    }
  });
});

describe('airports are found by', () => {
  const find = (text: string) => {
    const byCode = new Map(airports.map((airport) => [airport.code, airport]));
    const of = (code: string, names: (airport: Airport) => readonly string[]) => {
      const airport = byCode.get(code);
      return airport ? names(airport) : [];
    };
    return searchAirports(
      text,
      (code) => of(code, (airport) => languages.map((language) => label(airport, language))),
      [...byCode.keys()],
      (code) => of(code, ({ other_names: names }) => names.split(', ')),
    );
  };

  test.each([
    ['โอซาก้า', 'KIX'],
    ['โอซากา', 'KIX'],
    ['โอกินาว่า', 'OKA'],
    ['นาโกย่า', 'NGO'],
    ['ฮอกไกโด', 'CTS'],
    ['ซับโปโร', 'CTS'],
    ['ซัปโปโร', 'CTS'],
    ['ฟุกุโอก้า', 'FUK'],
    ['เกียวโต', 'KIX'],
    ['เสียมเรียบ', 'SAI'],
    ['มัลดีฟส์', 'MLE'],
    ['มัลดีฟ', 'MLE'],
    ['ซูริค', 'ZRH'],
    ['Zürich', 'ZRH'],
    ['ฮ่องกง', 'HKG'],
    ['ฮองกง', 'HKG'],
    ['Hongkong', 'HKG'],
    ['มาเก๊า', 'MFM'],
    ['มาเก้า', 'MFM'],
    ['Macao', 'MFM'],
    ['ดานัง', 'DAD'],
    ['Đà Nẵng', 'DAD'],
    ['Da Nang', 'DAD'],
    ['danang', 'DAD'],
    ['โฮจิมินห์', 'SGN'],
    ['โฮจิมินซิตี้', 'SGN'],
    ['ไซ่ง่อน', 'SGN'],
    ['Saigon', 'SGN'],
    ['ฮานอย', 'HAN'],
    ['Ha Noi', 'HAN'],
    ['เซี่ยงไฮ้', 'PVG SHA'],
    ['เซียงไฮ', 'PVG SHA'],
    ['กวางโจว', 'CAN'],
    ['กว่างโจว', 'CAN'],
    ['Canton', 'CAN'],
    ['Peking', 'PEK PKX'],
    ['ไทเป', 'TPE TSA'],
    ['โซล', 'GMP ICN'],
    ['ปูซาน', 'PUS'],
    ['Pusan', 'PUS'],
    ['เชจู', 'CJU'],
    ['บาหลี', 'DPS'],
    ['เดนปาซาร์', 'DPS'],
    ['กัวลา', 'KUL SZB KNO'],
    ['KL', 'KUL SZB'],
    ['บอมเบย์', 'BOM'],
    ['Rangoon', 'RGN'],
    ['แฟรงค์เฟิร์ต', 'FRA'],
    ['เเฟรงก์เฟิร์ต', 'FRA'],
    ['Munchen', 'MUC'],
    ['พุทธคยา', 'GAY'],
    ['Japan', 'CTS FUK HND KIX NGO NRT OKA'],
    ['ญี่ปุ่น', 'CTS FUK HND KIX NGO NRT OKA'],
    ['ญีปุ่น', 'CTS FUK HND KIX NGO NRT OKA'],
    ['Vietnam', 'CXR DAD HAN HPH PQC SGN'],
    ['เวียดนาม', 'CXR DAD HAN HPH PQC SGN'],
    ['Taiwan', 'KHH RMQ TPE TSA'],
    ['ไต้หวัน', 'KHH RMQ TPE TSA'],
    ['เกาหลี', 'CJU GMP ICN PUS'],
    ['Turkey', 'IST SAW'],
    ['อังกฤษ', 'LGW LHR'],
    ['ยูเออี', 'AUH DXB'],
    ['Frisco', ''],
  ])('%s', (text, found) => {
    expect(find(text).join(' ')).toBe(found);
  });

  test.each([
    ['China', 20],
    ['ประเทศจีน', 20],
    ['ประเทศไทย', 32],
  ])('the country %s', (text, count) => {
    expect(find(text)).toHaveLength(count);
  });

  test('the city before the country of the same beginning', () => {
    const found = find('ma');
    expect(found.indexOf('MNL')).toBeLessThan(found.indexOf('PEN'));
  });

  test('a country of each', () => {
    expect(airports.filter(({ other_names: names }) => names === '')).toEqual([]);
  });
});

describe('airlines', () => {
  test('have a Thai name in Thai letters, and no name twice', () => {
    expect(airlines.filter(({ name_th }) => !/^[\u0E00-\u0E7F ]+$/.test(name_th))).toEqual([]);
    for (const language of languages)
      expect(repeated(airlines.map((airline) => airline[`name_${language}`]))).toEqual([]);
  });

  test.each([
    ['TG', 'การบินไทย'],
    ['5J', 'เซบูแปซิฟิก'],
    ['3K', undefined],
    ['NQ', undefined],
  ])('%s: %s', (code, name) => {
    expect(airlines.find((airline) => airline.code === code)?.name_th).toBe(name);
  });
});

describe('airports and airlines', () => {
  const read = async (table: string) => {
    const text = `select code from bkk_${table}`;
    const [result] = await db.database.asIdentity({ role: 'anon', claims: {} }, [{ text }]);
    return result?.rowCount;
  };

  test.each(['airports', 'airlines'])('%s are shown while bookings are on', async (table) => {
    expect(await read(table)).toBe(0);
    await db.sql(`select bkk_internal.set_features('{bookings}')`);
    expect(await read(table)).toBe({ airports, airlines }[table]?.length);
    await db.sql(`select bkk_internal.set_features('{}')`);
    expect(await read(table)).toBe(0);
  });

  test.each([
    [`insert into bkk_airports values ('bkk', 'TH', 'a', 'a', 'a', 'a', 'Asia/Bangkok')`],
    [`insert into bkk_airports values ('ABC', 'Thailand', 'a', 'a', 'a', 'a', 'Asia/Bangkok')`],
    [`insert into bkk_airports values ('ABC', 'TH', '', 'a', 'a', 'a', 'Asia/Bangkok')`],
    [`insert into bkk_airlines values ('42', 'a', 'a')`],
    [`insert into bkk_airlines values ('THA', 'a', 'a')`],
  ])('refused: %s', async (text) => {
    await expect(db.sql(text)).rejects.toMatchObject({ code: '23514' });
  });
});
