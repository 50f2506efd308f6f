import type { Texts } from '@tickmark/texts/fill'

/** The first screen's English texts: bundled, and the fallback for missing texts. */
export const files = import.meta.glob<Texts>('../../../texts/src/english/{shell,home,pages}.json', {
  eager: true,
  import: 'default',
})
