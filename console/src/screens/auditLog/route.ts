import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/audit-log',
    title: 'auditLog:title',
    may: 'see',
    load: async () => (await import('./AuditLogScreen.tsx')).AuditLogScreen,
    nav: { group: 'console', order: 30, icon: 'list' },
  },
]
