import type { Texts } from '@tickmark/texts/fill'

/** The English texts of every other screen: they come with the first of them. */
export const files = import.meta.glob<Texts>(
  ['../../../texts/src/english/*.json', '!../../../texts/src/english/{shell,home,join,pages}.json'],
  { eager: true, import: 'default' },
)
