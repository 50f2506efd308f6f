import { page, type AppRoute } from '../../app/pages.ts'

export const routes: AppRoute[] = [
  {
    path: '/receipt/:orderId',
    title: 'pages:title.receipt',
    page: page('receipt/ReceiptPage'),
    place: '/order',
    bare: true,
  },
]
