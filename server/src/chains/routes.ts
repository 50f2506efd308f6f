import { currencyByCode, currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import { confirmationsOf } from '@tickmark/core/wallet/confirmations'
import type { DepositState } from '@tickmark/core/wallet/deposits'
import { partsOf, typeIdOf } from '@tickmark/core/wallet/networkTypes'
import { coinPicture } from '@tickmark/wire/pictures'
import type { depositRoutes } from '@tickmark/wire/routes/deposits'
import { type Answers, type CallContext, userOf } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import type { Reader } from '../db/pool.ts'
import type { Signer } from '../platform/keys.ts'
import { sayAddress } from './deposits/sayAddress.ts'
import { spelledAddress } from './node/addresses.ts'
import { decimalsOf, findCoin } from './node/network.ts'
import type { Chains, ChainState } from './node/chainStates.ts'
import { type Deposit, depositsOf } from './deposits/depositStore.ts'

export interface DepositsDoor {
  reader: Reader
  chains: Chains
  /** Signs statements about deposit addresses. */
  receipts: Signer
  /** Signed note of the log's newest checkpoint. */
  logHead: () => string
}

/** The user's API for deposits. */
export function depositAnswers({
  reader,
  chains,
  receipts,
  logHead,
}: DepositsDoor): Answers<typeof depositRoutes> {
  return {
    async getextendfCList({ currency: code }, context) {
      const currency = currencyByCode(code)
      if (!currency) throw new Refused('currency_unknown')
      const states = context.book === 'simulated' ? [] : chains.all()
      return {
        list: states
          .filter(({ chain }) => findCoin(chain, currency.id))
          .map((one) => optionOf(one, currency.id)),
      }
    },
    async recharge({ typeId }, context) {
      const { chain } = networkOf(chains, typeId, context)
      const { id, address: account } = userOf(context)
      const { address, path, createdAtMs: at } = await chains.depositAddress(id, chain.id)
      const said = sayAddress({ account, network: chain.name, address, at }, receipts)
      return { qrText: address, address, path, ...said, head: logHead() }
    },
    async getTestMoney({ typeId }, context) {
      const { chain } = networkOf(chains, typeId, context)
      if (!chain.isTest) throw new Refused('network_unknown')
      const { address } = await chains.depositAddress(userOf(context).id, chain.id)
      const { txid, amount } = await chains.sendTestMoney(typeId, address)
      return { txid, money: formatAmount(amount) }
    },
    async get_my_recharge_record({ pageNum, pageSize, currencyId }, context) {
      if (context.book === 'simulated') return { list: [], total: 0 }
      const { list, total } = await depositsOf(reader, {
        userId: userOf(context).id,
        currency: currencyId ?? null,
        page: Math.max(0, pageNum - 1),
        pageSize,
      })
      return { list: list.map((one) => itemOf(one, chains.find(one.chain))), total }
    },
  }
}

/** The network and currency of a type id; the simulated book has none. */
function networkOf(chains: Chains, typeId: number, context: CallContext): ChainState {
  if (context.book === 'simulated') throw new Refused('account_has_no_network')
  const { chain, currency } = partsOf(typeId)
  const state = chains.find(chain)
  if (!state || !findCoin(state.chain, currency)) throw new Refused('network_unknown')
  return state
}

function optionOf({ chain, haltedBecause }: ChainState, currency: number) {
  return {
    typeId: typeIdOf({ chain: chain.id, currency }),
    name: chain.name,
    network: chain.id,
    confirmations: chain.confirmations,
    blockSeconds: chain.blockSeconds,
    decimals: decimalsOf(chain, currency),
    addresses: chain.kind,
    isTest: chain.isTest,
    isSendable: chain.kind === 'evm',
    isHalted: haltedBecause !== null,
  }
}

/** A deposit as users see it: one lost in a reorganisation after its credit stays credited. */
const STATUS: Record<DepositState, 0 | 1 | 2> = { seen: 0, credited: 1, orphaned: 2, lost: 1 }

function itemOf(deposit: Deposit, state: ChainState | null) {
  const code = currencyById(deposit.currency)?.code ?? ''
  const needed = state?.chain.confirmations ?? 0
  return {
    id: deposit.id,
    time: deposit.seenAtMs,
    money: formatAmount(deposit.amount),
    name: code,
    picture: coinPicture(code),
    status: STATUS[deposit.state],
    network: state?.chain.name ?? '',
    address: spelledAddress(deposit.address, state?.chain.kind ?? 'evm'),
    txid: deposit.txid,
    fee: '0',
    block: deposit.state === 'orphaned' ? null : deposit.block,
    confirmations: confirmationsShown(deposit, state?.head ?? null, needed),
    needed,
    steps: stepsOf(deposit),
    continuesAt: null,
    isCancellable: false,
    reason: null,
  }
}

/** Confirmations of the deposit, its own block included, up to the required number. */
function confirmationsShown({ state, block }: Deposit, head: number | null, needed: number): number {
  if (state === 'credited' || state === 'lost') return needed
  return state === 'orphaned' || head === null ? 0 : Math.min(needed, confirmationsOf(block, head))
}

function stepsOf({ state, seenAtMs, creditedAtMs, orphanedAtMs }: Deposit) {
  const steps: { step: 'seen' | 'credited' | 'orphaned'; at: number }[] = [{ step: 'seen', at: seenAtMs }]
  if (creditedAtMs !== null) steps.push({ step: 'credited', at: creditedAtMs })
  if (state === 'orphaned' && orphanedAtMs !== null) steps.push({ step: 'orphaned', at: orphanedAtMs })
  return steps
}
