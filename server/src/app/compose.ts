import { feedAccepts } from '@tickmark/core/market/feed'
import type { Role } from '@tickmark/wire/roles'
import { openAccounts } from '../accounts/module.ts'
import type { AccountSessions } from '../accounts/sessions.ts'
import { languagesOf } from '../accounts/store.ts'
import { openAlerts } from '../alerts/module.ts'
import { openArbitrage, type ArbitragePorts } from '../arbitrage/module.ts'
import type { Chains } from '../chains/node/chainStates.ts'
import { openChains } from '../chains/module.ts'
import { servedNetworks } from '../chains/servedNetworks.ts'
import type { Config } from './config.ts'
import { openContent } from '../content/module.ts'
import { openHosting } from '../hosting/module.ts'
import type { LiveSource } from '../http/live/subscriptions.ts'
import { grantOpening } from '../ledger/grants.ts'
import { openLedger } from '../ledger/module.ts'
import { openLimits } from '../limits/module.ts'
import { pausesOf } from '../limits/store.ts'
import { openLoans } from '../loans/module.ts'
import type { LoanPorts } from '../loans/ports.ts'
import type { Market } from '../market/market.ts'
import { openMarketModule } from '../market/module.ts'
import { simulatedSource } from '../market/simulatedSource.ts'
import type { PriceSource } from '../market/source.ts'
import { openMedia } from '../media/module.ts'
import type { Redrawing } from '../media/redrawing.ts'
import type { ReleaseFiles } from '../http/pages/releaseFiles.ts'
import { openMessages } from '../messages/module.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { openOrders } from '../orders/module.ts'
import { openRecord } from '../record/module.ts'
import { openSigning } from '../signing/module.ts'
import { openSupport } from '../support/module.ts'
import { openSwaps } from '../swaps/module.ts'
import { openWallet } from '../wallet/module.ts'
import { openWithdrawals } from '../withdrawals/module.ts'

interface Composition {
  /** In the order in which they become ready; closed in reverse. */
  modules: readonly Module[]
  sessions: AccountSessions
  /** The source of what sockets show. */
  source: LiveSource
  market: Market
  chains: Chains
}

/**
 * Opens every module and passes it what it needs of others. Nothing runs yet; `isPaused` stops new trading. `release` is
 * null while its files are not built.
 */
export async function openModules(
  runtime: Runtime,
  config: Config,
  isPaused: () => boolean,
  release: ReleaseFiles | null,
): Promise<Composition> {
  const { chainId, rpcUrl, dataDir } = config
  const networks = servedNetworks(config.chains)
  const prices = await openMarketModule(runtime, sourceOf(runtime), {
    dataDir,
    witnesses: config.witnesses,
    release,
    isPaused,
  })
  const { market } = prices
  const priceNow = (pid: number) => market.figures().get(pid)?.price ?? null
  const accounts = openAccounts(runtime, { chainId, rpcUrl, openBooks: grantOpening })
  const signing = openSigning(runtime, { signer: config.signer, dataDir, networks, rpcUrl, chainId })
  const { publicKeys } = signing
  const deposits = openChains(runtime, { chains: config.chains, dataDir, publicKeys })
  const withdrawals = openWithdrawals(runtime, {
    chains: deposits.chains,
    signer: signing.client,
    price: priceNow,
    askContract: accounts.askContract,
    endOtherSessions: accounts.endOtherSessions,
  })
  const media = openMedia(runtime)
  const arbitrage = openArbitrage(runtime, arbitragePorts(market))
  /** Everything that users can do with their money; a new product is one line here. */
  const products: Module[] = [
    openOrders(runtime, { market, languagesOf, delegationOf: accounts.delegationOf, release }),
    deposits.module,
    withdrawals,
    openSwaps(runtime, { prices: prices.prices }),
    openLoans(runtime, loanPorts(runtime, config, media.redrawing)),
    arbitrage.module,
    openHosting(runtime, { market, programme: arbitrage.programme, pausesOf, isOpen: config.offersHosting }),
  ]
  const others: Module[] = [
    openWallet(runtime, { prices: prices.prices, funds: products.flatMap((one) => one.funds ?? []) }),
    openAlerts(runtime, { market }),
    openRecord(runtime, { market }),
    openSupport(runtime, supportPorts(config, products)),
    media.module,
  ]
  const modules: Module[] = [
    prices.module,
    openLedger(runtime, { onTick: market.onTick }),
    openContent(runtime, { showShare: config.showShare, shipsContent: config.shipsContent }),
    openLimits(runtime, { price: priceNow, counters: products.flatMap((one) => one.counts ?? []) }),
    accounts.module,
    signing.module,
    ...products,
    ...others,
  ]
  const messages = openMessages(runtime, {
    languagesOf,
    pushHosts: config.pushHosts,
    writers: modules.flatMap((one) => one.messages ?? []),
  })
  return {
    modules: [...modules, messages],
    sessions: accounts.sessions,
    source: { ...prices.view, favourites: accounts.favourites },
    market,
    chains: deposits.chains,
  }
}

/** Opens the engine of the arbitrage programme alone, for a process without a market of its own. */
export function openEngine(runtime: Runtime, isOpen: () => Promise<boolean>): Module {
  const source = sourceOf(runtime)
  const price = (pid: number) => source.pricesAt(Math.floor(runtime.clock.nowMs() / 1000)).get(pid) ?? null
  return openArbitrage(runtime, { beforeTick: () => {}, isOpen, price }).module
}

function sourceOf({ mode, keys }: Runtime): PriceSource {
  // The only source so far; the configuration refuses to start a live server.
  if (mode !== 'sandbox') throw new Error('there is no price source for a live house yet')
  return simulatedSource(keys.marketSeed, keys.firstDay)
}

function arbitragePorts(market: Market): ArbitragePorts {
  return {
    beforeTick: market.beforeTick,
    isOpen: () => feedAccepts[market.feed()],
    price: (pid) => market.figures().get(pid)?.price ?? null,
  }
}

function supportPorts(config: Config, products: readonly Module[]) {
  return {
    chatUrl: config.chatUrl,
    isStaffed: config.chatUrl !== null || hasRole(config, 'support'),
    officeHours: config.officeHours,
    subjects: products.flatMap((one) => one.subjects ?? []),
  }
}

function loanPorts({ mode }: Runtime, config: Config, redrawing: Redrawing): LoanPorts {
  // Nobody is simulated in a live house, whatever its operators.
  const isStaffed = mode === 'live' || hasRole(config, 'reviewer')
  return { redrawing, pausesOf, isOpen: config.offersLoans, isStaffed }
}

/** Whether an operator has the role; an admin has every role. */
function hasRole({ operators }: Config, role: Role): boolean {
  return [...operators.values()].some((roles) => roles.includes(role) || roles.includes('admin'))
}
