-- What admins write once: the answers of the Help Center, and canned answers for threads. They change as news do.

create table public.bkk_help_answers (
  id uuid primary key default gen_random_uuid(),
  question_en text not null check (char_length(question_en) between 1 and 200),
  question_th text not null check (char_length(question_th) between 1 and 200),
  answer_en text not null check (char_length(answer_en) between 1 and 5000),
  answer_th text not null check (char_length(answer_th) between 1 and 5000),
  -- The order on the page.
  position smallint not null default 0,
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  -- Optimistic lock: admins filter their writes by the updated_at they have read.
  updated_at timestamptz not null default now()
);
comment on table public.bkk_help_answers is 'Questions and answers of the Help Center, in both languages.';

create index bkk_help_answers_position_idx on public.bkk_help_answers (position, id);

call bkk_internal.protect('bkk_help_answers');
grant select (id, question_en, question_th, answer_en, answer_th, position, is_public, created_at, updated_at)
  on table public.bkk_help_answers to anon;
grant select (id, question_en, question_th, answer_en, answer_th, position, is_public, created_at, updated_at),
    insert (id, question_en, question_th, answer_en, answer_th, position, is_public),
    update (question_en, question_th, answer_en, answer_th, position, is_public), delete
  on table public.bkk_help_answers to authenticated;
grant select on table public.bkk_help_answers to service_role;

create policy "everybody reads public answers" on public.bkk_help_answers
  for select to anon, authenticated
  using (is_public and (select public.bkk_has_feature('support')));

create policy "admins read and change all answers" on public.bkk_help_answers
  for all to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('support')))
  with check ((select public.bkk_is_admin()) and (select public.bkk_has_feature('support')));

create trigger bkk_set_updated_at
  before update on public.bkk_help_answers
  for each row execute function bkk_internal.set_news_updated_at();
create trigger bkk_record_change
  after insert or update or delete on public.bkk_help_answers
  for each row execute function bkk_internal.record_change('id');

create table public.bkk_canned_answers (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 60),
  text_en text not null check (char_length(text_en) between 1 and 5000),
  text_th text not null check (char_length(text_th) between 1 and 5000),
  position smallint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.bkk_canned_answers is 'Answers that admins put into threads, in both languages.';

create index bkk_canned_answers_position_idx on public.bkk_canned_answers (position, id);

call bkk_internal.protect('bkk_canned_answers');
grant select (id, title, text_en, text_th, position, created_at, updated_at),
    insert (id, title, text_en, text_th, position), update (title, text_en, text_th, position), delete
  on table public.bkk_canned_answers to authenticated;
grant select on table public.bkk_canned_answers to service_role;

create policy "admins read and change canned answers" on public.bkk_canned_answers
  for all to authenticated
  using ((select public.bkk_is_admin()) and (select public.bkk_has_feature('support')))
  with check ((select public.bkk_is_admin()) and (select public.bkk_has_feature('support')));

create trigger bkk_set_updated_at
  before update on public.bkk_canned_answers
  for each row execute function bkk_internal.set_news_updated_at();
create trigger bkk_record_change
  after insert or update or delete on public.bkk_canned_answers
  for each row execute function bkk_internal.record_change('id');
