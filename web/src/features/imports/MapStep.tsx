import { Alert, Button, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconFileSearch, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import type { Import, ImportField } from '@/api/schema'
import { choosesSubsidiary, useProfile } from '@/context/session'
import { ClientChoice, PartnerChoice, SubsidiaryChoice } from '@/shared/choices/RecordChoice'
import { listed } from '@/ui/wording'
import { ColumnsList } from './ColumnsList'
import { Constants } from './Constants'
import { Discard } from './Discard'
import { Facts } from './Facts'
import { useFieldLabel, useImportFields } from './fields'
import { Grouping } from './Grouping'
import { useImportKind } from './kind'
import classes from './MapStep.module.css'
import { blockersOf, fillsField, lacking, lackingAbroad, namesSender } from './mapping'
import type { PartOf } from './part'
import { SheetChoice } from './SheetChoice'
import { Units } from './Units'
import { useCheck } from './useCheck'
import { useMapping } from './useMapping'
import { Words } from './Words'

/** Maps columns to fields. Suggested or remembered at first, saved with the check. */
export function MapStep({ shown }: { shown: Import }) {
  const { t } = useTranslation('imports')
  const profile = useProfile()
  const { can } = profile
  const fields = useImportFields()
  const { own } = useImportKind()
  const edited = useMapping(shown)
  const { mapping, setMapping } = edited
  const { check, errors, failure, isPending } = useCheck(shown, edited)
  const [asked, setAsked] = useState(false)
  const alert = useRef<HTMLDivElement>(null)
  const blockers = blockersOf(mapping, fields)
  // A country may be another one than the client's, whose shipments then need a sender of their own.
  const namesOther = namesSender(mapping) || fillsField(mapping, 'from_country')
  const sendsItself = edited.clientId !== null && !namesOther
  const needed = lacking(mapping).filter((field) => !sendsItself || !field.startsWith('from_'))
  const part = { shown, mapping, onChange: setMapping, fields, errors }
  const focusAlert = () => requestAnimationFrame(() => alert.current?.focus())

  async function next() {
    setAsked(true)
    if (blockers.length > 0 || !(await check())) focusAlert()
  }

  return (
    <Stack gap="xl">
      <Facts shown={shown} />
      <SheetChoice shown={shown} />
      {shown.mapping_origin !== 'saved' && (
        <Alert role="note" icon={<IconInfoCircle aria-hidden />}>
          {t(`origin.${shown.mapping_origin}`)}
        </Alert>
      )}
      {asked && (blockers.length > 0 || failure !== undefined) && (
        <Alert ref={alert} tabIndex={-1} role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
          {blockers.map((blocker) => (
            <div key={blocker}>{t(`blocker.${blocker}`)}</div>
          ))}
          {failure === undefined ? null : errorText(failure)}
        </Alert>
      )}
      <Part title={t('map.columns')} text={t('map.columnsText')}>
        <ColumnsList {...part} />
      </Part>
      {!own && <Shipments {...part} />}
      <Part title={t('map.constants')} text={t('map.constantsText')}>
        {!own && (can['client.select'] || choosesSubsidiary(profile) || can['partner.select']) && (
          <div className={classes.fields}>
            {can['client.select'] && (
              <ClientChoice
                label={t('client')}
                placeholder={t('ownCompany')}
                value={edited.clientId}
                name={shown.client_name}
                onChange={edited.setClientId}
                error={errors.client_id}
              />
            )}
            {choosesSubsidiary(profile) && (
              <SubsidiaryChoice
                label={t('subsidiary')}
                value={edited.subsidiaryId}
                name={shown.subsidiary_title}
                onChange={edited.setSubsidiaryId}
                error={errors.subsidiary_id}
              />
            )}
            {can['partner.select'] && (
              <PartnerChoice
                label={t('partner')}
                value={edited.partnerId}
                name={shown.partner_name}
                onChange={edited.setPartnerId}
                error={errors.partner_id}
              />
            )}
          </div>
        )}
        <Constants {...part} sendsItself={sendsItself} />
      </Part>
      {shown.doubts.length > 0 && (
        <Part title={t('map.words')} text={t('map.wordsText')}>
          <Words {...part} />
        </Part>
      )}
      {!own && <Lacking fields={needed} abroad={lackingAbroad(mapping)} />}
      <Group justify="space-between">
        <Discard shown={shown} />
        <Button
          leftSection={<IconFileSearch size={16} aria-hidden />}
          loading={isPending}
          disabled={!shown.can.update}
          onClick={() => void next()}
        >
          {t('map.check')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Settings of files of shipments alone: several lines of one shipment, and measures. */
function Shipments(props: PartOf) {
  const { t } = useTranslation('imports')
  return (
    <>
      <Part title={t('map.grouping')} text={t('map.groupingText')}>
        <Grouping {...props} />
      </Part>
      <Part title={t('map.written')} text={t('map.writtenText')}>
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
          <Units {...props} />
        </SimpleGrid>
      </Part>
    </>
  )
}

type PartProps = { title: string; text: string; children: ReactNode }

function Part({ title, text, children }: PartProps) {
  const id = useId()
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" maw="65ch">
          {text}
        </Text>
      </div>
      {children}
    </Stack>
  )
}

/** Fields that all shipments of this file will lack with this mapping. */
function Lacking({ fields, abroad }: { fields: ImportField[]; abroad: ImportField[] }) {
  const { t } = useTranslation('imports')
  const label = useFieldLabel()
  if (fields.length === 0 && abroad.length === 0) return null
  const ofCustoms = abroad.length > 0 && (
    <Text size="sm">{t('map.abroadText', { fields: listed(abroad.map(label)) })}</Text>
  )
  if (fields.length === 0) {
    return (
      <Alert role="note" icon={<IconInfoCircle aria-hidden />}>
        {ofCustoms}
      </Alert>
    )
  }
  return (
    <Alert
      role="note"
      color="yellow"
      icon={<IconInfoCircle aria-hidden />}
      title={t('map.lacking', { count: fields.length })}
    >
      {t('map.lackingText')}
      <List size="sm" mt={4}>
        {fields.map((field) => (
          <List.Item key={field}>{label(field)}</List.Item>
        ))}
      </List>
      {ofCustoms}
    </Alert>
  )
}
