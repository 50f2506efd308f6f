import { page, type AppRoute } from '../../app/pages.ts'

export const routes: AppRoute[] = [
  {
    path: '/protection',
    title: 'pages:title.protection',
    page: page('protection/ProtectionPage'),
    place: '/account',
    bare: true,
  },
]
