import type { Direction } from '@tickmark/core/orders/terms'
import type { Language } from '../languages.ts'
import { isolated } from './isolated.ts'

/** `{move}` stands for a signed percentage; without a barrier any move in the direction wins. */
interface RangeTexts {
  anyRise: string
  anyFall: string
  above: string
  below: string
}

const TEXTS: Record<Language, RangeTexts> = {
  english: { anyRise: 'Any rise', anyFall: 'Any fall', above: 'Above {move}', below: 'Below {move}' },
  japanese: {
    anyRise: '少しでも上昇',
    anyFall: '少しでも下落',
    above: '{move} を上回る',
    below: '{move} を下回る',
  },
  korean: {
    anyRise: '조금이라도 상승',
    anyFall: '조금이라도 하락',
    above: '{move} 초과',
    below: '{move} 미만',
  },
  arab: { anyRise: 'أي ارتفاع', anyFall: 'أي انخفاض', above: 'أعلى من {move}', below: 'أدنى من {move}' },
  chinese: { anyRise: '任意上涨', anyFall: '任意下跌', above: '高于 {move}', below: '低于 {move}' },
}

/** A return range in words: "Any rise", "Above +0.03%". `barrierPpm` is the distance from the entry price in millionths. */
export function rangeText(direction: Direction, barrierPpm: number, language: Language): string {
  const texts = TEXTS[language]
  if (barrierPpm === 0) return direction === 'up' ? texts.anyRise : texts.anyFall
  const move = `${direction === 'up' ? '+' : '−'}${percentOf(barrierPpm)}%`
  return (direction === 'up' ? texts.above : texts.below).replace('{move}', isolated(move, language))
}

/** Millionths as a percentage, exactly: 241 is "0.0241". */
function percentOf(ppm: number): string {
  const digits = String(ppm).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4).replace(/0{1,2}$/, '')}`
}
