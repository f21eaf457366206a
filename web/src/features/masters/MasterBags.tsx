import { Anchor, Button, Loader, MultiSelect, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import {
  masterBagsAdd,
  masterBagsRemove,
  useMasterBagList,
} from '@/api/generated/endpoints/consolidation/consolidation'
import type { Master, MasterBag } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useBagsToLoad } from '@/shared/bags/useBagsToLoad'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { notifyUndo } from '@/ui/dialogs/undo'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { PageCard } from '@/ui/PageCard'
import classes from './Masters.module.css'
import { refreshMasters } from './refresh'

/** Bags of one call. */
const MOST = 100

/** The bags of a master; more of them come while it is a draft. */
export function MasterBags({ master }: { master: Master }) {
  const { t } = useTranslation('masters')
  const result = useMasterBagList(master.id)
  const bags = result.data?.data
  return (
    <PageCard title={t('field.bags')}>
      <Stack gap="sm">
        {master.can.update && <AddBags master={master} known={bags ?? []} />}
        {!bags && result.error ? <LoadFailure title={t('bagsFailed')} result={result} /> : null}
        {!bags && !result.error && <Loader aria-label={t('field.bags')} />}
        {bags?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('noBags')}
          </Text>
        )}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul role="list" className={classes.list} aria-label={t('field.bags')}>
          {bags?.map((bag) => (
            <li key={bag.id} className={classes.line}>
              <Line bag={bag} />
              {master.can.update && <Removal master={master} bag={bag} />}
            </li>
          ))}
        </ul>
      </Stack>
    </PageCard>
  )
}

/** Chooses bags to the country of the master. What does not come in is named with its reason, and stays chosen. */
function AddBags({ master, known }: { master: Master; known: MasterBag[] }) {
  const { t } = useTranslation('masters')
  const format = useFormat()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string[]>([])
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const found = useBagsToLoad()
  const bags = found.bags.filter(
    ({ id, destination_country_id }) =>
      destination_country_id === master.to_country_id && !known.some((bag) => bag.id === id),
  )

  async function add() {
    if (chosen.length === 0) return setProblem(t('add.nothing'))
    setBusy(true)
    setProblem(undefined)
    try {
      const { data } = await masterBagsAdd(master.id, { bag_ids: chosen })
      refreshMasters(client, data)
      notify.success(t('add.done', { count: chosen.length }))
      setChosen([])
    } catch (error) {
      setProblem(fieldTexts(error).bag_ids ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <MultiSelect
        label={t('add.label')}
        description={t('add.text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={bags.map(({ id, number, destination_airport, seal, parcel_count }) => {
          const parcels = t('parcels', { count: parcel_count, number: format.number(parcel_count) })
          return {
            value: id,
            label: [number, destination_airport, parcels, seal ?? t('bagOpen')].join(' · '),
          }
        })}
        value={chosen}
        onChange={setChosen}
        error={problem ?? (found.error ? errorText(found.error) : undefined)}
        searchable
        clearable
        maxValues={MOST}
      />
      <div>
        <Button loading={busy} onClick={() => void add()}>
          {t('action.add')}
        </Button>
      </div>
    </>
  )
}

function Line({ bag }: { bag: MasterBag }) {
  const { t } = useTranslation('masters')
  const format = useFormat()
  const { can } = useProfile()
  const { id, number, destination_airport, seal, parcel_count, gross_g, s9_code } = bag
  const about = [
    destination_airport,
    t('parcels', { count: parcel_count, number: format.number(parcel_count) }),
    gross_g !== null && format.weight(gross_g),
    seal ? t('sealed', { seal }) : t('bagOpen'),
    s9_code,
  ]
  return (
    <span>
      {can['bag.show'] ? (
        <Anchor component={AppLink} to={paths['bags.show']({ id })}>
          {number}
        </Anchor>
      ) : (
        number
      )}
      <Text size="xs" c="dimmed">
        {about.filter(Boolean).join(' · ')}
      </Text>
    </span>
  )
}

function Removal({ master, bag }: { master: Master; bag: MasterBag }) {
  const { t } = useTranslation('masters')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const form = { bag_ids: [bag.id] }

  async function putBack() {
    const { data } = await masterBagsAdd(master.id, form)
    refreshMasters(client, data)
  }

  async function remove() {
    setBusy(true)
    try {
      const { data } = await masterBagsRemove(master.id, form)
      refreshMasters(client, data)
      notifyUndo(t('removed', { number: bag.number }), putBack)
    } catch (error) {
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="default"
      aria-label={t('removeLabel', { number: bag.number })}
      loading={busy}
      onClick={() => void remove()}
    >
      {t('action.remove')}
    </Button>
  )
}
