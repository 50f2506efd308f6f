import { page, type AppRoute } from '../../app/pages.ts'

export const routes: AppRoute[] = [
  {
    path: '/statement',
    title: 'pages:title.statement',
    page: page('statement/StatementPage'),
    beside: 'wallet',
    place: '/account',
    bare: true,
  },
]
