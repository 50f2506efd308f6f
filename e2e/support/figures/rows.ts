import { HOSTING_ROWS } from './hostingRows.ts'
import { LOAN_ROWS } from './loanRows.ts'
import { OWN_ROWS } from './ownRows.ts'
import type { Row } from './row.ts'
import { TRADE_ROWS } from './tradeRows.ts'
import { TRANSFER_ROWS } from './transferRows.ts'
import { WALLET_ROWS } from './walletRows.ts'

/** Every page with figures of the user. */
export const ROWS: readonly Row[] = [
  ...TRADE_ROWS,
  ...WALLET_ROWS,
  ...TRANSFER_ROWS,
  ...HOSTING_ROWS,
  ...LOAN_ROWS,
  ...OWN_ROWS,
]
