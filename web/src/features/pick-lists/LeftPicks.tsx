import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PickListDetails } from '@/api/schema'
import { LeftAlert } from '@/blocks/scan/LeftAlert'
import { useFormat } from '@/ui/format'
import { PageCard } from '@/ui/PageCard'
import { EmptyPlace } from './EmptyPlace'
import { UnsentPick } from './UnsentPick'
import { usePickScans } from './usePickScans'

/**
 * Scans that were made here and had no answer when somebody else finished the list. They are sent all the same: some counted. Of
 * the others the goods are in the cart, until somebody says that this was seen.
 */
export function LeftPicks({ list }: { list: PickListDetails }) {
  const { t } = useTranslation(['pick-lists', 'scan'])
  const format = useFormat()
  const { unsent, again, refused, forgetRefused, emptied, answerEmptied } = usePickScans(list)
  if (unsent.length + refused.length === 0 && !emptied) return null
  const lines = refused.map(({ key, code, quantity, refusal }) => ({
    key,
    text: t('left.line', { number: format.number(quantity), code, reason: refusal }),
  }))
  return (
    <PageCard title={t('scan:left.title')}>
      <Stack gap="sm">
        {emptied && <EmptyPlace key={emptied.id} list={list} place={emptied} onAnswer={answerEmptied} />}
        {unsent.map((pick) => (
          <UnsentPick key={pick.key} pick={pick} onAgain={again} />
        ))}
        {refused.length > 0 && (
          <LeftAlert
            title={t('left.count', { count: refused.length })}
            lines={lines}
            text={t('left.text')}
            onSeen={forgetRefused}
          />
        )}
      </Stack>
    </PageCard>
  )
}
