import { Modal, MultiSelect, Select, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  reportScheduleCreate,
  reportScheduleUpdate,
  useReportScheduleRecipients,
} from '@/api/generated/endpoints/reports/reports'
import {
  type ReportKey,
  type ReportSchedule,
  type ReportScheduleUpdate,
  reportSpanValues,
  type ScheduledContent,
} from '@/api/schema'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { notify } from '@/ui/dialogs/notify'
import { useOpened } from '@/ui/dialogs/overlay'
import { DayField } from '@/ui/fields/DayField'
import { useTiedFields } from '@/ui/fields/useTiedFields'
import { HALF } from '@/ui/form/field-width'
import { FormSection, ResourceForm } from '@/ui/form/ResourceForm'
import { useResourceForm } from '@/ui/form/useResourceForm'
import { useRules } from '@/ui/form/useRules'
import type { ReportFact } from '../export-form'
import { RuleFields } from './RuleFields'
import { refreshReportSchedules } from './refresh'
import { formOf, type ScheduleValues, valuesOf } from './schedule-form'

/** The report as the page shows it. */
export type ShownReport = {
  report: ReportKey
  title: string
  content: Omit<ScheduledContent, 'facts'>
  /** The rows and filters in words, for the first sheet of a workbook. */
  findFacts(): Promise<ReportFact[]>
}

type ScheduleDialogProps = {
  schedule?: ReportSchedule
  /** For a new schedule. */
  shown?: ShownReport
  opened: boolean
  onClose(): void
}

/** A new schedule of the shown report, or the times, recipients and format of one. */
export default function ScheduleDialog({ schedule, shown, opened, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation(['report-schedules', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      size="lg"
      title={schedule ? t('update.title', { name: schedule.name }) : t('create.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ScheduleForm schedule={schedule} shown={shown} onClose={onClose} />
    </Modal>
  )
}

type ScheduleFormProps = Pick<ScheduleDialogProps, 'schedule' | 'shown' | 'onClose'>

async function save({ schedule, shown }: ScheduleFormProps, values: ScheduleValues) {
  const form = formOf(values)
  if (schedule) {
    // Its report and columns are not sent: they stay as they are.
    const update = { ...form, version: schedule.version } as ReportScheduleUpdate
    return (await reportScheduleUpdate(schedule.id, update)).data
  }
  if (!shown) throw new Error('a new schedule has a report')
  const content = { ...shown.content, facts: await shown.findFacts() }
  return (await reportScheduleCreate({ ...form, report: shown.report, content })).data
}

function ScheduleForm(props: ScheduleFormProps) {
  const { schedule, shown, onClose } = props
  const { t } = useTranslation('report-schedules')
  const { required } = useRules()
  const client = useQueryClient()
  const { config } = useSite()
  const { id: userId, can } = useProfile()
  const query = shown?.content.query
  const [initial] = useState(() =>
    valuesOf(schedule, {
      name: shown?.title ?? '',
      time_zone: query?.time_zone ?? config.time_zone,
      span: query?.from || query?.to ? 'last_week' : 'fixed',
      user_id: userId,
    }),
  )
  const model = useResourceForm<ScheduleValues, ReportSchedule>({
    name: schedule ? `report-schedule-${schedule.id}` : `report-schedule-of-${shown?.report}`,
    initial,
    validate: {
      name: required,
      at_time: required,
      recipient_ids: (ids) => (ids.length > 0 ? null : t('recipientsMissing')),
    },
    submit: (values) => save(props, values),
    onSaved(saved) {
      refreshReportSchedules(client, saved)
      notify.success(schedule ? t('update.done') : t('create.done', { name: saved.name }))
      onClose()
    },
  })
  const fields = useTiedFields(model.form)
  const { values, set, at, text, input, errors } = fields
  // The server names the entry that is no address; the field is one.
  const ofAddresses = Object.keys(errors).find((path) => path.startsWith('addresses'))

  function setAddresses(addresses: string[]) {
    if (ofAddresses) model.form.clearFieldError(ofAddresses)
    set('addresses', addresses)
  }

  function cancel() {
    model.discardDraft()
    onClose()
  }

  return (
    <ResourceForm model={model} submitLabel={t(schedule ? 'update.save' : 'create.make')} onCancel={cancel}>
      <FormSection title={t('section.report')} text={t(schedule ? 'section.kept' : 'section.shown')}>
        <TextInput {...text('name')} label={t('field.name')} withAsterisk maxLength={80} data-autofocus />
        <Select
          {...at('span')}
          {...HALF}
          label={t('field.span')}
          allowDeselect={false}
          data={reportSpanValues.map((value) => ({ value, label: t(`span.${value}`) }))}
          value={values.span}
          onChange={(span) => span && set('span', span)}
        />
        <Select
          {...at('format')}
          {...HALF}
          label={t('field.format')}
          allowDeselect={false}
          data={[
            { value: 'xlsx', label: 'XLSX' },
            { value: 'csv', label: 'CSV' },
          ]}
          value={values.format}
          onChange={(format) => format && set('format', format)}
        />
      </FormSection>
      <FormSection title={t('section.times')}>
        <RuleFields fields={fields} />
        <DayField {...input('ends_on')} {...HALF} label={t('field.ends_on')} description={t('endsOnText')} />
      </FormSection>
      <FormSection title={t('section.recipients')} text={t('section.recipientsText')}>
        <RecipientsChoice
          {...at('recipient_ids')}
          known={schedule?.recipients ?? []}
          value={values.recipient_ids}
          onChange={(ids) => set('recipient_ids', ids)}
        />
        {(can['report_schedule.send'] || initial.addresses.length > 0) && (
          <TagsInput
            {...at(ofAddresses ?? 'addresses')}
            label={t('field.addresses')}
            description={t('addressesText')}
            placeholder={values.addresses.length === 0 ? 'ana@example.com' : undefined}
            splitChars={[',', ' ', ';', '\n']}
            // Without the right, the list can only become shorter.
            maxTags={can['report_schedule.send'] ? 20 : values.addresses.length}
            acceptValueOnBlur
            value={values.addresses}
            onChange={setAddresses}
          />
        )}
        <Switch
          label={t('field.sends_empty')}
          description={t('sendsEmptyText')}
          checked={values.sends_empty}
          onChange={(event) => set('sends_empty', event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          {t('keptFor')}
        </Text>
      </FormSection>
    </ResourceForm>
  )
}

type RecipientsChoiceProps = {
  /** Recipients of the schedule, who may have left. */
  known: { id: string; label: string }[]
  value: string[]
  onChange(ids: string[]): void
  error?: ReactNode
}

function RecipientsChoice({ known, value, onChange, ...props }: RecipientsChoiceProps) {
  const { t } = useTranslation('report-schedules')
  const { data } = useReportScheduleRecipients()
  const offered = data?.data ?? []
  const former = known.filter(({ id }) => !offered.some((one) => one.id === id))
  return (
    <MultiSelect
      {...props}
      label={t('field.recipient_ids')}
      withAsterisk
      searchable
      hidePickedOptions
      maxValues={50}
      data={[...offered, ...former].map(({ id, label }) => ({ value: id, label }))}
      value={value}
      onChange={onChange}
    />
  )
}
