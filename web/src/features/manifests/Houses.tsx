import { Anchor, Badge, Button, Group, Loader, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  manifestRecordAnswer,
  useManifestHouses,
} from '@/api/generated/endpoints/consolidation/consolidation'
import { PAGED } from '@/api/record-query'
import { type HouseAnswer, houseAnswerValues, type Manifest, type ManifestHouse } from '@/api/schema'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { LoadFailure } from '@/ui/LoadFailure'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { PartPages, usePartPages } from '@/ui/table/PartPages'
import classes from './Manifests.module.css'
import { refreshManifests } from './refresh'

const ReasonDialog = lazy(() =>
  onceOnline(async () => ({ default: (await import('@/ui/dialogs/ReasonDialog')).ReasonDialog })),
)

const PER_PAGE = 25

/** The page that is asked for first. */
export const FIRST_HOUSES = { page: 1, per_page: PER_PAGE }

/** The houses of a manifest: as they are while it is open, then as they were when it was closed. */
export function Houses({ manifest }: { manifest: Manifest }) {
  const { t } = useTranslation('manifests')
  const client = useQueryClient()
  const pages = usePartPages(PER_PAGE)
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<HouseAnswer | null>(null)
  const [sought] = useDebouncedValue(text.trim(), 500)
  const [rejected, setRejected] = useState<{ house: string; opened: boolean }>()
  const params = {
    ...pages.params,
    ...(sought && { search: sought }),
    // Its field goes with the sent version.
    ...(answer && manifest.can.record_answer && { answer }),
  }
  const result = useManifestHouses(manifest.id, params, PAGED)
  const houses = result.data?.data

  async function reject(house: string, reason: string) {
    const houses = [{ house, answer: 'rejected' as const, reason }]
    const { data } = await manifestRecordAnswer(manifest.id, { houses, version: manifest.version })
    refreshManifests(client, data)
    notify.success(t('answer.rejected', { house }))
  }

  return (
    <PageCard title={t('field.houses')}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('findHouse')}
            value={text}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => {
              setText(event.currentTarget.value)
              pages.setPage(1)
            }}
          />
          {manifest.can.record_answer && (
            <Select
              label={t('field.answer')}
              placeholder={t('anyAnswer')}
              clearable
              data={houseAnswerValues.map((value) => ({ value, label: t(`houseAnswer.${value}`) }))}
              value={answer}
              onChange={(value) => {
                setAnswer(value as HouseAnswer | null)
                pages.setPage(1)
              }}
            />
          )}
        </Group>
        {!houses && result.error ? <LoadFailure title={t('housesFailed')} result={result} /> : null}
        {!houses && !result.error && <Loader aria-label={t('field.houses')} />}
        {houses?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('noHouses')}
          </Text>
        )}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
        <ul role="list" className={classes.list} aria-label={t('field.houses')}>
          {houses?.map((house) => (
            <li key={house.house} className={classes.line}>
              <House manifest={manifest} house={house} />
              {manifest.can.record_answer && house.answer !== 'rejected' && (
                <Button
                  variant="default"
                  aria-label={t('answer.rejectHouse', { house: house.house })}
                  onClick={() => setRejected({ house: house.house, opened: true })}
                >
                  {t('action.reject')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <PartPages pages={pages} meta={result.data?.meta} />
      </Stack>
      {rejected && (
        <Suspense>
          <ReasonDialog
            opened={rejected.opened}
            onClose={() => setRejected((now) => now && { ...now, opened: false })}
            title={t('answer.rejectTitle', { house: rejected.house })}
            label={t('field.reason')}
            text={t('answer.rejectText')}
            action={t('action.reject')}
            run={(reason) => reject(rejected.house, reason)}
          />
        </Suspense>
      )}
    </PageCard>
  )
}

function House({ manifest, house }: { manifest: Manifest; house: ManifestHouse }) {
  const { t } = useTranslation('manifests')
  const format = useFormat()
  const { can } = useProfile()
  const { answer, answer_reason, pieces, weight_g, bags, consignee_city, consignee_country } = house
  const place = [consignee_city, consignee_country].filter(Boolean).join(', ')
  return (
    <span>
      {can['shipment.show'] ? (
        <Anchor component={AppLink} to={paths['shipments.show']({ id: house.shipment_id })}>
          {house.house}
        </Anchor>
      ) : (
        house.house
      )}{' '}
      {answer && (
        <Badge variant="light" color={answer === 'rejected' ? 'red' : 'teal'}>
          {t(`houseAnswer.${answer}`)}
        </Badge>
      )}{' '}
      {house.has_answer_file && (
        <Anchor
          size="sm"
          href={`/api/manifests/${manifest.id}/versions/${manifest.revision}/houses/${house.seq}/answer_file`}
          download
          aria-label={t('answer.fileOf', { house: house.house })}
        >
          {t('answer.file')}
        </Anchor>
      )}
      <Text size="sm">{[house.consignee_name, place].filter(Boolean).join(' · ')}</Text>
      <Text size="xs" c="dimmed">
        {[
          house.description,
          house.hs_codes.join(' '),
          t('pieces', { count: pieces, number: format.number(pieces) }),
          format.weight(weight_g),
          house.currency && format.money(house.value, house.currency),
          bags.join(' '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {answer_reason && (
        <Text size="xs" c="red">
          {answer_reason}
        </Text>
      )}
    </span>
  )
}
