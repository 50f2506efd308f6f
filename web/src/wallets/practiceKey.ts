/** Where the practice wallet's key is kept; apart, so that reading it fetches no wallet. */
export const PRACTICE_KEY = 'practiceKey'
