/** The storage key of the selected book: 0 is the real account, 1 the simulated one. */
export const BOOK_KEY = 'is_virtual_account'

/** The storage key of the loan application that waits for its signature. Other keys use our own names. */
export const LOAN_KEY = 'loanApplyList'

/** The storage key of the address of its drawn signature. */
export const DRAWING_KEY = 'signImg'
