-- packages/domain has the same list.
create function public.bkk_remove_invisible(p_text text) returns text
  language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  -- Unicode's format characters, variation selectors and fillers, and controls but line breaks and tabs.
  invisible constant text :=
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2'
    '\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
    '\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
begin
  return regexp_replace(p_text, invisible, '', 'g');
end
$$;
comment on function public.bkk_remove_invisible is 'A text without the characters that nobody sees, such as direction marks and joiners.';
-- For bkk_fold_text.
call bkk_internal.expose('bkk_remove_invisible', 'authenticated', 'service_role');

-- The form in which searches compare texts, so that texts that look the same are the same. foldText in packages/domain gives the same.

create function public.bkk_fold_text(p_text text) returns text
  language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  folded text := public.bkk_remove_invisible(p_text);
begin
  folded := regexp_replace(folded, '[\u2018\u2019\u02bb\u02bc\u00b4`]', '''', 'g');
  folded := regexp_replace(folded, '[\u2010-\u2015\u2212]', '-', 'g');
  -- Latin letters without their diacritics, and no Thai abbreviation mark.
  folded := regexp_replace(normalize(folded, nfkd), '[\u0300-\u036f\u0e2f]', '', 'g');
  -- A column may have the collation C, which knows the case of ASCII only.
  folded := translate(lower(folded collate "default"), 'đðħıłøŧς', 'ddhilotσ');
  folded := replace(replace(replace(replace(folded, 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th');
  folded := replace(folded, 'เเ', 'แ');
  -- Tones and the silent mark are written after the vowel above or below, and before the end of SARA AM.
  folded := regexp_replace(folded, '\u0e4d\u0e32([\u0e48-\u0e4b])', U&'\0E4D\005C1\0E32', 'g');
  folded := regexp_replace(folded, '([\u0e48-\u0e4c]+)([\u0e31\u0e34-\u0e3a\u0e47\u0e4d]+)', '\2\1', 'g');
  folded := regexp_replace(folded, '([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])\1+', '\1', 'g');
  return btrim(regexp_replace(folded, '[\t-\r ]+', ' ', 'g'), ' ');
end
$$;
comment on function public.bkk_fold_text is
  'A text without case, diacritics, invisible characters and the order in which Thai marks were typed: what searches compare.';
-- Indexes call it as the role that writes the row.
call bkk_internal.expose('bkk_fold_text', 'authenticated', 'service_role');

-- Trigram indexes for searches by a part of a text. Without the extension the searches work, but read whole tables.
do $$
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm with schema extensions;
  end if;
exception
  when insufficient_privilege then
    raise notice 'pg_trgm may not be created: searches will be slower';
end
$$;

create procedure bkk_internal.index_search(p_name text, p_table text, variadic p_texts text[])
  language plpgsql set search_path = '' as $$
declare
  operators constant text := (
    select format('%I.gin_trgm_ops', schema.nspname)
    from pg_catalog.pg_extension as extension
      join pg_catalog.pg_namespace as schema on schema.oid = extension.extnamespace
    where extension.extname = 'pg_trgm');
begin
  if operators is not null then
    execute format(
      'create index %I on public.%I using gin (%s)', p_name, p_table,
      (select string_agg(searched || ' ' || operators, ', ' order by place) from unnest(p_texts) with ordinality as given (searched, place)));
  end if;
end
$$;
comment on procedure bkk_internal.index_search is 'Makes an index for searches by a part of these columns or expressions of a table, where pg_trgm is there.';
