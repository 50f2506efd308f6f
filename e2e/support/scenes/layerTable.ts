/** One or more layers over a page, and the shortest way to open them. */
export interface LayerRow {
  /** The open layers, the lowest first: the component that draws each, and as what. */
  layers: readonly string[]
  /** The viewer, as of a scene. */
  as?: 'visitor' | 'owner' | 'applicant'
  /** Unset: the row is a scene of this name, which opens itself. */
  path?: string
  /** Buttons by name, one after another: the first on the page, any other in the layer that has just opened. */
  presses?: readonly RegExp[]
}

/** Every layer of the app. `checks/layers.test.ts` finds a component that is missing here. */
export const LAYERS: Readonly<Record<string, LayerRow>> = {
  joining: { as: 'visitor', layers: ['JoinSheet/Sheet'] },
  'question about the account': { layers: ['SideMenu/MenuDrawer', 'BookSwitch/ConfirmDialog'] },
  setup: { layers: ['SetupSheet/Sheet'] },
  'payment currencies': { layers: ['OrderSheet/Sheet', 'CurrencySheet/Sheet'] },
  'question about the order': { layers: ['OrderSheet/Sheet', 'PlaceOrder/ConfirmDialog'] },
  'question about closing early': { layers: ['CountdownSheet/Sheet', 'CloseEarly/ConfirmDialog'] },
  income: { layers: ['CountdownSheet/Sheet'] },
  'review of a withdrawal': { as: 'owner', layers: ['ReviewSheet/Sheet'] },
  authenticator: { as: 'owner', layers: ['StartAuthenticator/Sheet'] },
  article: { layers: ['Article/Sheet'] },
  'settings of messages': { layers: ['MessageSettings/Sheet'] },
  'price alert': { layers: ['AlertSheet/Sheet'] },
  'a limit': { layers: ['LimitSheet/Sheet'] },
  'chat over the page': { layers: ['ChatSheet/Sheet'] },
  'agreement of a loan': { as: 'owner', layers: ['SignedAgreementSheet/Sheet'] },
  'terms of a loan': { as: 'applicant', layers: ['AgreementSheet/Sheet'] },
  notice: { layers: ['NoticeSheet/Sheet'] },
  'question about an early exit': { layers: ['ExitEarly/ConfirmDialog'] },
  'question about hosting': { layers: ['ConfirmHosting/ConfirmDialog'] },
  'coins of a swap': {
    path: '/recharge?aid=1&name=USDT&coin=Tether',
    presses: [/^You receive/],
    layers: ['CoinSheet/Sheet'],
  },
  'question before a reset': {
    path: '/settings',
    presses: [/^Reset/],
    layers: ['ResetSimulated/ConfirmDialog'],
  },
  'question before signing out': {
    path: '/settings',
    presses: [/^Sign out/],
    layers: ['SignOut/ConfirmDialog'],
  },
  'new address': {
    as: 'owner',
    path: '/protection',
    presses: [/^Add an address/],
    layers: ['AddAddress/Sheet'],
  },
  'question before an address is removed': {
    as: 'applicant',
    path: '/protection',
    presses: [/^Remove/],
    layers: ['AddressRow/ConfirmDialog'],
  },
  'question before a break': {
    path: '/limits',
    presses: [/^Take a break/],
    layers: ['PauseQuestion/ConfirmDialog'],
  },
  'question about a repayment': {
    as: 'owner',
    path: '/loandetail',
    presses: [/^Repay$/, /^Pay /],
    layers: ['RepaySheet/Sheet', 'RepaySheet/ConfirmDialog'],
  },
  'days of a hosting order': {
    path: '/arbitrageRecord',
    presses: [/^Day by day/],
    layers: ['DaysSheet/Sheet'],
  },
  'record of a swap': {
    as: 'owner',
    path: '/record?type=2',
    presses: [/USDT → BTC/],
    layers: ['SwapRecords/Sheet'],
  },
  'question before a withdrawal is called back': {
    as: 'owner',
    path: '/record?type=1',
    presses: [/ETH/, /^Call back/],
    layers: ['TransferRecords/Sheet', 'CancelWithdrawal/ConfirmDialog'],
  },
  'lost authenticator': {
    as: 'applicant',
    path: '/protection',
    presses: [/^Turn the authenticator off/, /^I have neither phone/],
    layers: ['EndAuthenticator/Sheet', 'LoseAuthenticator/ConfirmDialog'],
  },
  'authenticator that stays on': {
    as: 'applicant',
    path: '/protection',
    presses: [/^Keep it on/],
    layers: ['KeepAuthenticator/Sheet'],
  },
  'question before an application is taken back': {
    as: 'applicant',
    path: '/detail',
    presses: [/^Take back/],
    layers: ['TakeBack/ConfirmDialog'],
  },
  'question about a swap': { layers: ['ConfirmSwap/ConfirmDialog'] },
  'question about an earlier swap': { layers: ['FinishPending/ConfirmDialog'] },
  'reality check': { layers: ['RealityCheck/Sheet'] },
}
