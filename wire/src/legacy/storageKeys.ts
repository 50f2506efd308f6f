/** Where a page's storage keeps the book: 0 the real account, 1 the simulated one. Other keys are spelled as we spell them. */
export const BOOK_KEY = 'is_virtual_account'
