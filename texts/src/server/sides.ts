import type { Direction } from '@tickmark/core/orders/terms'
import type { Language } from '../languages.ts'
import { serverText } from './serverText.ts'

/** An order's direction in a word. */
export function sideText(direction: Direction, language: Language): string {
  return serverText(`sides.${direction}`, language)
}
