import type { Texts } from '@tickmark/texts/fill'

/** The English texts of all other screens: loaded with the first of them. */
export const files = import.meta.glob<Texts>(
  ['../../../texts/src/english/*.json', '!../../../texts/src/english/{shell,home,pages}.json'],
  { eager: true, import: 'default' },
)
