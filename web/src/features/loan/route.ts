import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  { path: PATHS.loan, title: 'pages:title.loan', file: 'loan/LoanPage', bare: true },
  { path: PATHS.loans, title: 'pages:title.loans', file: 'loan/LoansPage', bare: true },
  {
    path: PATHS.loanDetail,
    title: 'pages:title.loanDetail',
    file: 'loan/LoanDetailPage',
    bare: true,
  },
  { path: PATHS.loanSign, title: 'pages:title.sign', file: 'loan/SignPage', bare: true },
]
