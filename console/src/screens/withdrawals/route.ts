import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/withdrawals',
    title: 'withdrawals:title',
    may: 'seeUsers',
    load: async () => (await import('./WithdrawalsScreen.tsx')).WithdrawalsScreen,
    nav: {
      group: 'money',
      order: 10,
      icon: 'send',
      queues: ['withdrawals', 'withdrawalsStuck', 'withdrawalsOverdue', 'securityHolds'],
    },
  },
  {
    path: '/withdrawals/holds',
    title: 'withdrawals:holds',
    may: 'seeUsers',
    load: async () => (await import('./HoldsScreen.tsx')).HoldsScreen,
  },
  {
    path: '/withdrawals/:id',
    title: 'withdrawals:one',
    may: 'seeUsers',
    load: async () => (await import('./WithdrawalScreen.tsx')).WithdrawalScreen,
  },
]
