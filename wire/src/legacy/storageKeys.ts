/** The storage key of the selected book: 0 is the real account, 1 the simulated one. Other keys use our own names. */
export const BOOK_KEY = 'is_virtual_account'
