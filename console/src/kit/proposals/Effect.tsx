import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useConsoleQuery } from '../../api/api.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { Time } from '../Figures.tsx'
import { Facts } from '../Panel.tsx'

/** One effect of a proposal; its name is a key of `proposals:effect`. */
export interface EffectFact {
  name: string
  value: string
  was?: string | undefined
}

/** The effects of a proposal, line by line; new values stand beside the old ones. */
export function Effect({ list }: { list: readonly EffectFact[] }) {
  const { tKnown } = useTranslation('proposals')
  const shown = useShown()
  return (
    <Facts
      list={list.map(({ name, value, was }) => ({
        name: tKnown(`effect.${name}`) ?? name,
        value: <bdi className="font-medium break-words">{shown(name, value)}</bdi>,
        ...(was !== undefined && was !== value && { was: <bdi>{shown(name, was)}</bdi> }),
      }))}
    />
  )
}

/** Formats times and words that the server names by a key; returns anything else unchanged. */
function useShown(): (name: string, value: string) => ReactNode {
  const { tKnown } = useTranslation('proposals')
  return (name, value) => {
    switch (name) {
      case 'haltedAt':
      case 'actsFrom':
        return <Time atMs={Number(value)} />
      case 'halt':
        return tKnown(`chains:halted.${value}`) ?? value
      case 'fromAccount':
      case 'toAccount':
        return tKnown(`treasury:account.${value}`) ?? value
      case 'open':
        return tKnown(`open.${value}`) ?? value
      case 'product':
        return <ProductName mid={value} />
      case 'application':
        return (
          <Link href={hrefTo.loan(value)} className="text-brand underline underline-offset-2">
            {value}
          </Link>
        )
      case 'roles':
        return value
          .split(', ')
          .map((role) => tKnown(`operators:role.${role}`) ?? role)
          .join(', ')
      default:
        return value
    }
  }
}

/** A hosting product's name; its number while it has no version yet. */
function ProductName({ mid }: { mid: string }) {
  const { data } = useConsoleQuery('consoleHostingProducts', {})
  return data?.list.find((one) => String(one.mid) === mid)?.title ?? mid
}
