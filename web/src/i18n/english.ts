import type { Texts } from '@tickmark/texts/fill'

/** The English texts of the first screen: bundled, and what a missing text falls back to. */
export const files = import.meta.glob<Texts>('../../../texts/src/english/{shell,home,join,pages}.json', {
  eager: true,
  import: 'default',
})
