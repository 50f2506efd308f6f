import type { TransferItem } from './transferState.ts'

/** A withdrawal of 120.5 USDT that waits for its third of twelve confirmations; another figure in each field. */
export function aTransfer(given: Partial<TransferItem> = {}): TransferItem {
  return {
    id: '019a0000-0000-7000-8000-0000000000a1',
    time: new Date(2026, 10, 7, 21, 4, 9).getTime(),
    money: '120.5',
    name: 'USDT',
    picture: '',
    status: 0,
    network: 'Polygon',
    address: '0x12a4c3e5f6071829304152637485960718293a4b',
    txid: '0xfeed',
    fee: '0.31',
    block: 61_204_877,
    confirmations: 3,
    needed: 12,
    steps: [
      { step: 'requested', at: new Date(2026, 10, 7, 21, 4, 9).getTime() },
      { step: 'approved', at: new Date(2026, 10, 7, 21, 4, 20).getTime() },
      { step: 'signed', at: new Date(2026, 10, 7, 21, 4, 31).getTime() },
      { step: 'broadcast', at: new Date(2026, 10, 7, 21, 4, 42).getTime() },
    ],
    continuesAt: null,
    isCancellable: false,
    reason: null,
    ...given,
  }
}
