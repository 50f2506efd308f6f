import { setStage, type Stage } from '../stage/stage.ts'
import { REVIEWER } from './loans.ts'

const CALLS = 'challenge verify register read write order upload chat withdraw faucet code factor'.split(' ')

/** A house with a loan reviewer and a support operator, so that neither is simulated. No rate limit disturbs a test. */
export function setOffice(): Stage {
  return setStage({
    CHAINS: '',
    RATES: CALLS.map((name) => `${name}=99999/60`).join(' '),
    OPERATORS: `${REVIEWER.address}:reviewer,support`,
  })
}
