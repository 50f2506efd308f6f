/** Storage key of the practice wallet's private key; in its own file, so that reading it loads no wallet code. */
export const PRACTICE_KEY = 'practiceKey'
