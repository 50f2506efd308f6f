import type { ScreenRoute } from '../../navigation/appRoute.ts'
import { PATHS } from '../../navigation/hrefs.ts'

export const routes: ScreenRoute[] = [
  {
    path: PATHS.receipt,
    title: 'pages:title.receipt',
    file: 'receipt/ReceiptPage',
    beside: 'orders',
    place: PATHS.orders,
    bare: true,
  },
  { path: PATHS.proof, title: 'pages:title.proof', file: 'receipt/ProofPage', bare: true },
]
