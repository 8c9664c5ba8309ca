import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { checkSavedView, maxViewName } from '@bkksiam/domain/saved-view';
import { FormDialog } from '#platform/form-dialog.tsx';
import { domainCheck, trimmedText } from '#platform/form-schema.ts';
import { newId, useAppForm } from '#platform/form.ts';
import { showToast } from '#platform/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/feedback.tsx';
import { TextField } from '#ui/form-field.tsx';
import { savedViewsQuery, useViewActions, type SavedView, type ViewedList } from './saved-views.ts';

/** A view that the page has itself. */
interface FixedView {
  readonly name: string;
  /** The search string of the list; empty for its defaults. */
  readonly query: string;
}

export interface ListViews {
  readonly list: ViewedList;
  readonly fixed: readonly FixedView[];
}

interface ListViewsProps extends ListViews {
  /** The view that the address shows. */
  readonly current: string;
}

interface ViewDialogProps extends ListViewsProps {
  readonly saved: readonly SavedView[];
  /** The view to rename or remove; undefined for a new one. */
  readonly edited: SavedView | undefined;
  readonly onClose: () => void;
}

/** Asks for the name of a view, and removes a saved one. */
function ViewDialog({ list, fixed, current, saved, edited, onClose }: ViewDialogProps) {
  const { t } = useTranslation('adminList');
  const { save, remove } = useViewActions(list);
  // Made once, so that sending it again changes what was saved.
  const [view] = useState(() => edited ?? { view_id: newId(), name: '', query: current });
  const others = saved.filter(({ view_id: id }) => id !== view.view_id);
  const names = [...fixed, ...others].map(({ name }) => name);
  const check = ({ name }: { readonly name: string }) => {
    const problem = checkSavedView(name, names, others.length);
    return problem === null ? {} : { name: problem };
  };
  const form = useAppForm({
    schema: z
      .object({ name: trimmedText })
      .check(domainCheck<{ name: string }>(check, 'adminList')),
    defaultValues: { name: view.name },
    mutationKey: ['admin', 'views', 'save'],
    send: ({ name }) => save({ ...view, name }),
    onSuccess: () => {
      showToast({ title: 'adminList:views.saved' });
      onClose();
    },
  });
  const removal = useMutation({
    mutationKey: ['admin', 'views', 'remove'],
    mutationFn: () => remove(view.view_id),
    meta: { errorToast: 'adminList:views.removeFailed' },
    onSuccess: () => {
      showToast({ title: 'adminList:views.removed' });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(edited ? 'views.edit' : 'views.save')}
      text={t(edited ? 'views.editText' : 'views.saveText')}
      form={form}
      onClose={onClose}
      submitLabel={t(edited ? 'views.rename' : 'views.submit')}
    >
      <TextField {...form.field('name')} label={t('views.name')} maxLength={maxViewName} />
      {edited && (
        <Button
          tone="link"
          busy={removal.isPending}
          onClick={() => removal.mutate()}
          className="justify-self-start text-red!"
        >
          {t('views.remove')}
        </Button>
      )}
      {form.failure && <Alert title={t('views.failed')}>{form.failure.message}</Alert>}
    </FormDialog>
  );
}

const pillClass =
  'inline-flex min-h-9 flex-none items-center gap-1.5 rounded-pill px-3.5 text-sm font-mid whitespace-nowrap inset-ring inset-ring-line-control hover:bg-sunken focus-visible:-outline-offset-3 aria-[current]:bg-teal-soft aria-[current]:text-teal aria-[current]:inset-ring-2 aria-[current]:inset-ring-teal pointer-coarse:min-h-11';

/** The views of a list as links, those of the page first, and the button that saves what is shown. */
export function ListViewLinks(props: ListViewsProps) {
  const { list, fixed, current } = props;
  const { t } = useTranslation('adminList');
  const [dialog, setDialog] = useState<Pick<ViewDialogProps, 'edited'>>();
  const { data: saved = [], isPending } = useQuery(savedViewsQuery(list));
  const edited = saved.find(({ query }) => query === current);
  const views = [...fixed.map((view) => ({ ...view, view_id: view.name })), ...saved];
  const Icon = edited ? Pencil : Plus;
  return (
    <nav
      aria-label={t('views.label')}
      className="flex min-w-0 gap-2 overflow-x-auto [scrollbar-width:none] max-roomy:w-full"
    >
      {views.map(({ view_id: id, name, query }) => (
        <Link
          key={id}
          to={{ search: query }}
          aria-current={query === current ? 'page' : undefined}
          className={pillClass}
        >
          {query === current && <Star className="size-4" />}
          {name}
        </Link>
      ))}
      {/* Its place is known once the saved ones are there. */}
      {!isPending && (
        <button type="button" onClick={() => setDialog({ edited })} className={pillClass}>
          <Icon className="size-4" />
          {t(edited ? 'views.edit' : 'views.save')}
        </button>
      )}
      {dialog && (
        <ViewDialog {...props} {...dialog} saved={saved} onClose={() => setDialog(undefined)} />
      )}
    </nav>
  );
}
