import { describe, expect, it } from 'vitest';
import { airportCodes, findAirport, searchAirports, type AirportCode } from './airports.ts';

it('knows ten airports, each once', () => {
  expect(new Set(airportCodes).size).toBe(10);
});

it('finds an airport in any case and with blanks around it', () => {
  expect(findAirport(' bkk ')).toBe('BKK');
});

it('finds nothing else', () => {
  expect([findAirport('LHR'), findAirport(''), findAirport(null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

const named: Record<AirportCode, string[]> = {
  BKK: ['Bangkok Suvarnabhumi', 'กรุงเทพฯ สุวรรณภูมิ', 'กรุงเทพมหานคร'],
  DMK: ['Bangkok Don Mueang', 'กรุงเทพฯ ดอนเมือง'],
  CNX: ['Chiang Mai', 'เชียงใหม่'],
  HKT: ['Phuket', 'ภูเก็ต'],
  KBV: ['Krabi', 'กระบี่'],
  USM: ['Koh Samui', 'เกาะสมุย'],
  NRT: ['Tokyo Narita', 'โตเกียว นาริตะ'],
  ICN: ['Seoul Incheon', 'โซล อินชอน'],
  SIN: ['Singapore', 'สิงคโปร์'],
  KUL: ['Kuala Lumpur', 'กัวลาลัมเปอร์'],
};

const names = (code: AirportCode) => named[code];

describe('searchAirports', () => {
  it.each([
    ['bkk', ['BKK']],
    [' Kbv', ['KBV']],
    ['BANGKOK', ['BKK', 'DMK']],
    ['don mueang', ['DMK']],
    ['donmueang', ['DMK']],
    ['narita', ['NRT']],
    ['  kuala   lumpur ', ['KUL']],
    ['กรุงเทพ', ['BKK', 'DMK']],
    ['กรุงเทพฯ', ['BKK', 'DMK']],
    ['กรุงเทพ ฯ ดอนเมือง', ['DMK']],
    ['กรุงเทพสุวรรณภูมิ', ['BKK']],
    ['เชียง ใหม่', ['CNX']],
    ['เชียงใหม่', ['CNX']],
    ['ดอน เมือง', ['DMK']],
    ['กัวลา ลัมเปอร์', ['KUL']],
    ['สมุย', ['USM']],
    ['Chiang-Mai', ['CNX']],
    ['Séoul', ['ICN']],
    ['london', []],
  ])('finds by "%s"', (text, found) => {
    expect(searchAirports(text, names, airportCodes)).toEqual(found);
  });

  it('offers all of them while nothing is typed', () => {
    expect(searchAirports('  ', names, airportCodes)).toEqual(airportCodes);
  });

  it('puts a code before a name, and the beginning of a name before its middle', () => {
    expect(searchAirports('k', names, airportCodes).slice(0, 2)).toEqual(['KBV', 'KUL']);
    expect(searchAirports('s', names, airportCodes)[0]).toBe('SIN');
    expect(searchAirports('na', names, airportCodes)[0]).toBe('NRT');
  });

  it('finds every airport by its code in any case', () => {
    for (const code of airportCodes) {
      expect(searchAirports(code.toLowerCase(), names, airportCodes)[0]).toBe(code);
    }
  });
});
