import { english, type MessageTexts } from './message-texts-en.ts';
import { thai } from './message-texts-th.ts';

export function messageTexts(language: 'en' | 'th'): MessageTexts {
  return language === 'th' ? thai : english;
}
