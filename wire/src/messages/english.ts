import type { InboxTexts } from './text.ts'

export const english: InboxTexts = {
  words: {
    book: { real: 'real account', simulated: 'simulated account' },
  },
  kinds: {
    welcome: {
      title: 'Welcome to Tickmark',
      text: 'Your account is ready. A short guide shows how an order works, what its chance of winning is and what you can lose.',
    },
    deposit_credited: {
      title: 'Deposit credited',
      text: '{amount} {currency} arrived over {network} and is in your account.',
    },
    withdrawal_sent: {
      title: 'Withdrawal sent',
      text: '{amount} {currency} is on its way over {network}. It is final once the network has confirmed it.',
    },
    withdrawal_final: {
      title: 'Withdrawal complete',
      text: 'The network has confirmed your withdrawal of {amount} {currency} over {network}.',
    },
    withdrawal_returned: {
      title: 'Withdrawal not made, money returned',
      text: 'Your withdrawal of {amount} {currency} over {network} was not made. The amount and its fee are back in your account. The record says why.',
    },
    order_settled: {
      title: '{pair} {side}: {net} {currency}',
      text: 'Your order was settled while you were away ({book}). Its receipt is in the list of orders.',
    },
    orders_settled: {
      title: '{count} orders settled',
      text: 'While you were away, {count} orders were settled ({book}). Together: {net}.',
    },
    alert_fired: {
      title: '{coin} has reached {level} USDT',
      text: 'The price was {price} USDT. This alert has done its work and is over.',
    },
    support_replied: {
      title: 'Support has replied',
      text: 'There is a new answer in your conversation. Support never asks for keys, recovery phrases or payments.',
    },
    friend_joined: {
      title: 'A friend has joined',
      text: '{address} joined with your invitation code.',
    },
    authenticator_reset: {
      title: 'Authenticator reset asked for',
      text: 'The authenticator turns off by itself at {until}.\nIf you did not ask for this, keep it on with a code or a recovery code in withdrawal protection, now.',
    },
    authenticator_off: {
      title: 'Authenticator turned off',
      text: 'Withdrawals no longer ask for a code.\nIf this was not you, end your other sessions and contact support.',
    },
    address_added: {
      title: 'Withdrawal address added',
      text: '{address} is now in your address book.\nIf this was not you, remove it and end your other sessions.',
    },
    hold_begun: {
      title: 'Security hold on your withdrawals',
      text: 'Withdrawals that are not signed yet wait until {until} at the latest. The hold then ends by itself. Support can tell you why it was set.',
    },
  },
}
