import { Anchor, Button, Checkbox, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  breakBagCreate,
  invalidateBreakBagList,
  useBreakBagList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { BreakBagStatus } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { PageCard } from '@/ui/PageCard'

type UnpackingProps = { waybill: string } | { master: string }

const queryOf = (of: UnpackingProps) =>
  'waybill' in of ? { mawb_id: of.waybill, per_page: 10 } : { master_id: of.master, per_page: 10 }

/** False while it is asked whether the unpacking has begun: the card would move what stands below. */
export function useIsUnpackingKnown(of: UnpackingProps, hasArrived: boolean) {
  const { can } = useProfile()
  const enabled = hasArrived && can['break_bag.list'] === true
  return !useBreakBagList(queryOf(of), { query: { enabled } }).isLoading
}

/** Leads to the unpacking of what has arrived, or begins it. */
export function Unpacking(props: UnpackingProps) {
  const { can } = useProfile()
  return can['break_bag.list'] ? <Card {...props} /> : null
}

function Card(props: UnpackingProps) {
  const { t } = useTranslation('break-bags')
  const { can } = useProfile()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [blind, setBlind] = useState(false)
  const of = 'waybill' in props ? { mawb_id: props.waybill } : { master_id: props.master }
  const result = useBreakBagList(queryOf(props))
  const begun = result.data?.data.find(({ status }) => status !== BreakBagStatus.Cancelled)

  async function begin() {
    setBusy(true)
    try {
      const { data } = await breakBagCreate({ mawb_id: null, master_id: null, blind, ...of })
      void invalidateBreakBagList(client)
      void navigate({ to: paths['break_bags.show']({ id: data.id }) })
    } catch (error) {
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }

  if (!result.data || (!begun && !can['break_bag.create'])) return null
  return (
    <PageCard title={t('one')}>
      <Text size="sm" mb="sm">
        {begun ? t(`next.${begun.status}`) : t('beginText')}
      </Text>
      {begun ? (
        <Anchor component={AppLink} to={paths['break_bags.show']({ id: begun.id })}>
          {t('toPage', { number: begun.number })}
        </Anchor>
      ) : (
        <>
          <Checkbox
            mb="sm"
            label={t('field.blind')}
            description={t('blindText')}
            checked={blind}
            onChange={(event) => setBlind(event.currentTarget.checked)}
          />
          <Button loading={busy} onClick={() => void begin()}>
            {t('action.begin')}
          </Button>
        </>
      )}
    </PageCard>
  )
}
