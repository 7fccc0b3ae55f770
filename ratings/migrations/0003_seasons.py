from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0002_indexes_for_admin"),
    ]

    operations = [
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ladder", models.CharField(max_length=6, unique=True)),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("begins_at"))),
                        name="a_season_ends_after_its_beginning",
                    )
                ],
            },
        ),
    ]
