/** Path of a signed-in user's HTML receipts, followed by the order; `?language=` chooses the language. */
export const RECEIPT_FILE_PATH = '/api/receiptFile'

/** Path of the verifier, one file without dependencies. */
export const VERIFIER_PATH = '/verify.mjs'
