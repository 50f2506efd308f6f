/** The English texts of the first screen: bundled, and what a missing text falls back to. */
export const texts = import.meta.glob<Record<string, unknown>>(
  '../texts/english/{shell,home,join,pages}.json',
  {
    eager: true,
    import: 'default',
  },
)
