import { test } from 'vitest'
import { fromFirstPriceToReceipt, type Way } from '../../support/page/receipts.ts'
import { setStage } from '../../support/stage/stage.ts'
import { injectTron } from '../../support/house/tron.ts'
import { injectEthereum } from '../../support/stage/wallets.ts'

const stage = setStage()

const WAYS: Way[] = [
  {
    who: 'window.ethereum',
    with: 'Ethereum',
    prepare: (context) => injectEthereum(context, { legacy: true }),
  },
  { who: 'a Tron wallet', with: 'TronLink', prepare: (context) => injectTron(context) },
]

test.each(WAYS)('[ORD-03][ORD-04] from the first price to a checked receipt, with $who', (way) =>
  fromFirstPriceToReceipt(stage, way),
)
