import type { Direction } from '@tickmark/core/orders/terms'
import type { Language } from '../languages.ts'

const TEXTS: Record<Language, Record<Direction, string>> = {
  english: { up: 'Up', down: 'Down' },
  japanese: { up: '上昇', down: '下落' },
  korean: { up: '상승', down: '하락' },
  arab: { up: 'صعود', down: 'هبوط' },
  chinese: { up: '看涨', down: '看跌' },
}

/** An order's direction in a word. */
export function sideText(direction: Direction, language: Language): string {
  return TEXTS[language][direction]
}
