import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/loans',
    title: 'loans:title',
    may: 'reviewLoans',
    load: async () => (await import('./LoansScreen.tsx')).LoansScreen,
    nav: { group: 'money', order: 20, icon: 'loan', queues: ['loans', 'lateLoans'] },
  },
  {
    path: '/loans/:id',
    title: 'loans:application',
    may: 'reviewLoans',
    load: async () => (await import('./LoanScreen.tsx')).LoanScreen,
  },
]
