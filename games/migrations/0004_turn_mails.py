from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0003_logs_by_start")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="turn_mailed_version",
            field=models.PositiveIntegerField(null=True),
        ),
    ]
