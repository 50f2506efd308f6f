import { feedAccepts } from '@tickmark/core/market/feed'
import { openAccounts } from '../accounts/module.ts'
import type { AccountSessions } from '../accounts/sessions.ts'
import { addressesOf, languagesOf } from '../accounts/userStore.ts'
import { openAlerts } from '../alerts/module.ts'
import { openArbitrage, type ArbitragePorts, type Programme } from '../arbitrage/module.ts'
import type { Chains } from '../chains/node/chainStates.ts'
import { openChains } from '../chains/module.ts'
import { servedNetworks } from '../chains/servedNetworks.ts'
import type { Config } from './config.ts'
import { openContent } from '../content/module.ts'
import { openConsole } from '../console/module.ts'
import type { Tx } from '../db/pool.ts'
import { noteReading } from '../console/noteReading.ts'
import { withLoggedReading } from './audit/loggedReading.ts'
import { ownerOf } from './ownerStore.ts'
import { hasOperatorFor, wasOperatorActive } from '../console/stores/staffStore.ts'
import { openHosting } from '../hosting/module.ts'
import type { OperatorSessions } from '../http/calls/operatorSession.ts'
import type { LiveSource } from '../http/live/subscriptions.ts'
import { grantOpening } from '../ledger/grants.ts'
import { openLedger } from '../ledger/module.ts'
import { openLimits } from '../limits/module.ts'
import { pausesOf } from '../limits/store.ts'
import { openLoans } from '../loans/module.ts'
import type { LoanPorts } from '../loans/ports.ts'
import type { Market } from '../market/market.ts'
import { type OpenedMarket, openMarketModule } from '../market/module.ts'
import { simulatedSource } from '../market/simulatedSource.ts'
import type { PriceSource } from '../market/source.ts'
import { openMedia } from '../media/module.ts'
import type { Redrawing } from '../media/redrawing.ts'
import type { ReleaseFiles } from '../http/pages/releaseFiles.ts'
import { openMessages } from '../messages/module.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import type { ConsolePart } from '../module/consolePart.ts'
import { openOverview } from '../overview/module.ts'
import { collectAudited } from './audit/collectAudited.ts'
import { openAuditor } from './audit/auditor.ts'
import { collectActionHead } from '../operators/collectActionHead.ts'
import { openOrders } from '../orders/module.ts'
import { bankrollMeans } from '../orders/placing/exposureLimits.ts'
import { realExposure } from '../orders/placing/exposureStore.ts'
import { tagSecretOf } from '../orders/receipts/userTag.ts'
import { hostingConsents } from '../orders/refusing/hostingConsents.ts'
import { signerOf } from '../platform/keys.ts'
import { openRecord } from '../record/module.ts'
import { openSigning } from '../signing/module.ts'
import { openSupport } from '../support/module.ts'
import { openSwaps } from '../swaps/module.ts'
import { openTreasury } from '../treasury/module.ts'
import { openWallet } from '../wallet/module.ts'
import { openWithdrawals } from '../withdrawals/module.ts'
import { placeOfPromise } from '../withdrawals/promise/shownPromise.ts'

interface Composition {
  /** In the order in which they become ready; closed in reverse. */
  modules: readonly Module[]
  sessions: AccountSessions
  operatorSessions: OperatorSessions
  /** A new one-time link for the sandbox's own operator; null in a live house. */
  ownLink(): Promise<string | null>
  /** The source of what sockets show. */
  source: LiveSource
  market: Market
  chains: Chains
}

/** Loads the market, which the other modules need. Nothing runs yet; `isPaused` stops new trading. */
export function openPrices(
  runtime: Runtime,
  { dataDir, witnesses }: Config,
  isPaused: () => boolean,
  release: ReleaseFiles | null,
): Promise<OpenedMarket> {
  return openMarketModule(runtime, sourceOf(runtime), { dataDir, witnesses, release, isPaused })
}

/**
 * Opens every other module and passes each what it needs from others. Nothing runs yet. `release` is null while its files are
 * not built.
 */
export function openModules(
  runtime: Runtime,
  config: Config,
  prices: OpenedMarket,
  release: ReleaseFiles | null,
): Composition {
  const { chainId, rpcUrl } = config
  const { market } = prices
  const { onTick } = market
  /** Modules' parts of the operators' console; complete once all are open. */
  const parts: ConsolePart[] = []
  for (const collect of [collectActionHead, collectAudited()]) market.beforeTick(collect)
  const marks = () => parts.flatMap((one) => one.marks ?? [])
  const accounts = openAccounts(runtime, { chainId, rpcUrl, openBooks: grantOpening, marks, onTick })
  const { signing, deposits, withdrawals } = openCustody(runtime, config, { accounts, market })
  const media = openMedia(runtime)
  const arbitrage = openArbitrage(runtime, arbitragePorts(market))
  /** Every product for users' money; a new product is one line here. */
  const products: Module[] = [
    openOrders(runtime, {
      market,
      languagesOf,
      addressesOf,
      delegationOf: accounts.delegationOf,
      placeOfPromise,
      release,
    }),
    deposits.module,
    withdrawals,
    openSwaps(runtime, { prices: prices.prices }),
    openLoans(runtime, loanPorts(runtime, config, media.redrawing)),
    arbitrage.module,
    openHosting(runtime, hostingPorts(runtime, config, { ...arbitrage, market, accounts })),
  ]
  const others: Module[] = [
    openWallet(runtime, { prices: prices.prices, market, funds: products.flatMap((one) => one.funds ?? []) }),
    openAlerts(runtime, { market }),
    openRecord(runtime, { market }),
    openTreasury(runtime, { chains: deposits.chains, openProfits: realExposure, bankrollMeans }),
    openSupport(runtime, supportPorts(runtime, config, products)),
    media.module,
  ]
  const modules: Module[] = [
    prices.module,
    openLedger(runtime, { onTick }),
    openContent(runtime, { showShare: config.showShare, shipsContent: config.shipsContent }),
    openLimits(runtime, { price: priceIn(market), counters: products.flatMap((one) => one.counts ?? []) }),
    accounts.module,
    signing.module,
    ...products,
    ...others,
  ]
  const { operators, around } = openAround(runtime, config, { accounts, modules, parts })
  const { db } = runtime.database
  const all = [...modules, ...around].map((one) =>
    withLoggedReading(one, (thing, context) => {
      const ownerIn = (tx: Tx) => ownerOf(tx, thing)
      return noteReading(db, { subject: `${thing.subject} ${thing.id}`, ownerIn }, context)
    }),
  )
  parts.push(...all.flatMap((one) => one.consolePart ?? []))
  return {
    modules: all,
    sessions: accounts.sessions,
    operatorSessions: operators.sessions,
    ownLink: operators.ownLink,
    source: { ...prices.view, favourites: accounts.favourites },
    market,
    chains: deposits.chains,
  }
}

type Accounts = ReturnType<typeof openAccounts>

/** The modules that hold keys, read chains and pay to them. */
function openCustody(
  runtime: Runtime,
  { chains, signer, dataDir, rpcUrl, chainId }: Config,
  { accounts, market }: { accounts: Accounts; market: Market },
) {
  const networks = servedNetworks(chains)
  const signing = openSigning(runtime, { signer, dataDir, networks, rpcUrl, chainId })
  const deposits = openChains(runtime, {
    chains,
    dataDir,
    publicKeys: signing.publicKeys,
    logHead: () => market.head()?.note ?? '',
  })
  const withdrawals = openWithdrawals(runtime, {
    chains: deposits.chains,
    signer: signing.client,
    market,
    price: priceIn(market),
    askContract: accounts.askContract,
    endOtherSessions: accounts.endOtherSessions,
    addressesOf,
  })
  return { signing, deposits, withdrawals }
}

interface Opened {
  accounts: Accounts
  modules: readonly Module[]
  parts: readonly ConsolePart[]
}

/** The modules built from the others: the operators’ console, messages and the overview. */
function openAround(runtime: Runtime, config: Config, { accounts, modules, parts }: Opened) {
  const operators = openConsole(runtime, {
    first: config.operators,
    chainId: config.chainId,
    askContract: accounts.askContract,
    proposals: modules.flatMap((one) => one.proposals ?? []),
  })
  const messages = openMessages(runtime, {
    languagesOf,
    pushHosts: config.pushHosts,
    writers: modules.flatMap((one) => one.messages ?? []),
  })
  const auditor = openAuditor(runtime, {
    ...config,
    everyMs: config.auditEveryMs,
    signer: signerOf(runtime.keys.receiptsKey),
    tagSecret: tagSecretOf(runtime.keys.pepper),
  })
  return { operators, around: [operators.module, messages, auditor, openOverview(runtime, { parts })] }
}

/** Opens only the engine of the arbitrage programme, for a process without its own market. */
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

/** The newest index price of a product; null where there is none. */
function priceIn(market: Market): (pid: number) => bigint | null {
  return (pid) => market.figures().get(pid)?.price ?? null
}

function arbitragePorts(market: Market): ArbitragePorts {
  return {
    beforeTick: market.beforeTick,
    isOpen: () => feedAccepts[market.feed()],
    price: priceIn(market),
  }
}

function hostingPorts(
  { database, clock, keys }: Runtime,
  { offersHosting }: Config,
  { market, accounts, programme }: { market: Market; accounts: Accounts; programme: Programme },
) {
  const { delegationOf } = accounts
  const signer = signerOf(keys.receiptsKey)
  const head = () => market.head()?.note ?? ''
  const consents = hostingConsents({
    db: database.db,
    clock,
    signer,
    receiptsKeys: market.receiptsKeys,
    head,
  })
  return { market, programme, consents, delegationOf, pausesOf, isOpen: offersHosting }
}

function supportPorts(
  { clock, database: { db } }: Runtime,
  { chatUrl, officeHours }: Config,
  products: readonly Module[],
) {
  return {
    chatUrl,
    officeHours,
    isStaffed: async () => chatUrl !== null || wasOperatorActive(db, 'answerChat', clock.nowMs()),
    subjects: products.flatMap((one) => one.subjects ?? []),
  }
}

function loanPorts({ mode, database: { db } }: Runtime, config: Config, redrawing: Redrawing): LoanPorts {
  // A live house never uses the simulated reviewer, even without a reviewing operator.
  const isStaffed = async () => mode === 'live' || hasOperatorFor(db, 'reviewLoans')
  return { redrawing, pausesOf, isOpen: config.offersLoans, isStaffed }
}
