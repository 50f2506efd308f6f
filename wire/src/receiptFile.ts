/** Below it, by order, the HTML receipts of a signed-in user; `?language=` chooses the words. */
export const RECEIPT_FILE_PATH = '/api/receiptFile'

/** Where a house serves the verifier, one file without dependencies. */
export const VERIFIER_PATH = '/verify.mjs'
