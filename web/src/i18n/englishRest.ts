/** The English texts of every other screen: they come with the first of them. */
export const texts = import.meta.glob<Record<string, unknown>>(
  ['../texts/english/*.json', '!../texts/english/{shell,home,join,pages}.json'],
  { eager: true, import: 'default' },
)
