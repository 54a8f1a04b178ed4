-- Hidden characters are removed from stored texts, by the rule of domain/text.ts (store/stored-texts.ts).
select 1;
