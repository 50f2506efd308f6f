/** Kinds of content that operators edit, by language. A `reply` is a stock answer of support, which no page lists. */
export const CONTENT_KINDS = ['news', 'notice', 'answer', 'text', 'reply'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** Section of an answer on the help page; the glossary's answers are terms with their meaning. */
export const ANSWER_AREAS = ['start', 'orders', 'wallet', 'safety', 'account', 'glossary'] as const
export type AnswerArea = (typeof ANSWER_AREAS)[number]

/** Types of `get_text`. */
export const TEXT_TYPES = { deposit: 8, arbitrageIntro: 10, withdrawal: 15, swap: 17 } as const
